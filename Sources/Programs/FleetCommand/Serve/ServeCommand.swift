import Configuration
import FleetCollector
import Glibc
import HTTPServer
import Linux
import Systemd

/// `whereismy-fleet serve`: collect, and serve the API and the page, until a signal arrives.
enum ServeCommand: FleetSubcommand {
    static let name = "serve"

    static let table = OptionTable(
        usage: "whereismy-fleet serve [OPTION]...",
        summary: "Collect the fixes of the devices and show them, until a signal arrives.",
        options: Option.fleetShared)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        try options.requireNoOperands()
        let settings = try FleetConfiguration.settings(options, in: context)
        // Before any thread, which would receive them otherwise.
        let signals = try SignalFD([SIGTERM, SIGINT])
        let passed = try ActivationSockets(
            environment: context.environment, processID: ProcessEnvironment.processID
        ).claim()
        let service = try FleetService(settings, passed: passed)
        let manager = ServiceManager(environment: context.environment)
        manager?.ready()
        let watchdog = Watchdog.timeout(environment: context.environment, processID: ProcessEnvironment.processID)
        while !Poll.wait(for: .readable(signals.descriptor), timeout: manager == nil ? nil : watchdog.map { $0 / 2 }) {
            if service.isAlive() { manager?.heartbeat() }
        }
        manager?.stopping()
        service.stop()
        return OperatorResult()
    }
}

/// The running parts of `serve`.
struct FleetService {
    private let collector: Collector
    private let server: HTTPServer
    private let pulses: [ThreadPulse]

    /// Starts all threads.
    ///
    /// - Throws: `SystemError` if the process lacks a resource or an address; an error of `SecretFile`.
    init(_ settings: FleetSettings, passed: [ListeningSocket]) throws {
        let listeners = try FleetListeners(settings, passed: passed)
        let collector = try Collector(settings.completeCollector) { Log.write($0, $1) }
        self.collector = collector
        server = try HTTPServer(listeners.sockets, limits: Self.limits(settings)) { request in
            collector.response(to: request) ?? HTTPServer.plainErrorResponse(.notFound, "no such resource")
        }
        pulses = collector.pulses + [server.pulse]
    }

    /// Returns true if each thread has made a turn since the last call.
    func isAlive() -> Bool { pulses.map { $0.check() }.allSatisfy(\.self) }

    /// Stores what waits, answers, and ends all threads.
    func stop() {
        collector.stop()
        server.stop()
    }

    private static func limits(_ settings: FleetSettings) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = settings.shared.http.connections
        limits.connectionsPerAddress = settings.shared.http.connectionsPerAddress
        limits.body = Collector.maxBodySize
        limits.localBody = Collector.maxBodySize
        limits.totalBody = settings.collector.maxWaitingBytes
        limits.fit(descriptors: DescriptorLimit.raise())
        return limits
    }
}
