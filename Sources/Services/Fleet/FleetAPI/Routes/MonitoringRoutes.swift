import Basics
import FleetStore
import HTTPServer
import PostgreSQL
import Web

/// The health and the metrics of the server.
struct MonitoringRoutes {
    let feeds: [DeviceFeed]
    let health: DatabaseHealth
    /// Returns further numbers of the program by their names in `/v1/health`.
    let metrics: @Sendable () -> [(name: String, value: Int, isCount: Bool)]
    let version: String

    var all: [Route] {
        [
            Route("/v1/health", for: .visitors, [.get: state]),
            Route("/metrics", for: .administrators, [.get: text]),
        ]
    }

    /// A database that is away has answered before this.
    private func state(_ context: RequestContext) throws -> HTTPResponse {
        try context.connection().execute("SELECT 1")
        return .json(Array("{\"database\":\"ok\"}\n".utf8))
    }

    private func text(_ context: RequestContext) throws -> HTTPResponse {
        var text = MetricsText()
        text.gauge(
            "whereismy_fleet_build_info", help: "Version of the program.", by: "version", values: [(version, 1)])
        text.gauge(
            "whereismy_fleet_streams", help: "Open streams of events.",
            value: Double(feeds.reduce(0) { $0 + $1.streamCount }))
        text.gauge(
            "whereismy_fleet_database_away", help: "1 while the database cannot be reached.",
            value: health.isDatabaseAway ? 1 : 0)
        let devices = try context.reader().devices(matching: DeviceFilter(), at: context.moment.wallClock)
        let counts = Dictionary(grouping: devices.filter { !$0.isDisabled }, by: \.state).mapValues(\.count)
        text.gauge(
            "whereismy_fleet_devices", help: "Enabled devices by state.", by: "state",
            values: DeviceState.allCases.map { ($0.rawValue, Double(counts[$0] ?? 0)) })
        for (name, value, isCount) in metrics() {
            let words = "whereismy_fleet_" + name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
            let help = "\(name) of /v1/health."
            if isCount {
                text.counter(words + "_total", help: help, value: UInt64(clamping: value))
            } else {
                text.gauge(words, help: help, value: Double(value))
            }
        }
        return .metrics(text.text)
    }
}
