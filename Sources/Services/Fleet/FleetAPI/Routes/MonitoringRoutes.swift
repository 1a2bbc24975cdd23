import Basics
import HTTPServer
import PostgreSQL
import Web

/// The health and the metrics of the server.
struct MonitoringRoutes {
    let feeds: [DeviceFeed]
    let health: DatabaseHealth
    /// Returns further metrics of the program.
    let metrics: @Sendable () -> String
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
        return .metrics(text.text + metrics())
    }
}
