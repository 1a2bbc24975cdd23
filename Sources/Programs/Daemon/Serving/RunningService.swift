import API
import Configuration
import HTTPServer
import Linux
import Location
import Systemd

/// The server, and the thread that tells of what is new, as they are until the settings change.
struct RunningService {
    private let server: HTTPServer
    private let publisher: LivePublisher
    private let api: API

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - settings: for whom, with which map.
    ///   - machine: what can be asked.
    ///   - listeners: where it is asked.
    ///   - keeper: who may ask.
    ///   - run: tells the events of shares from those of earlier runs.
    /// - Throws: ``SystemError`` where the process lacks what it takes.
    init(
        _ settings: Settings, _ machine: DaemonAccess, _ listeners: Listeners, _ keeper: AccessController, run: String
    ) throws(SystemError) {
        var machine = machine
        machine.info.listeners = listeners.info
        let api = API(daemon: machine, access: keeper, configuration: ServerConfiguration(settings, listeners), run: run)
        self.api = api
        publisher = try LivePublisher(api, clock: machine.clock)
        server = try HTTPServer(
            listeners.sockets, limits: Self.limits(settings.http), errorResponse: api.errorResponse, handler: api.respond)
    }

    /// A link that lets a browser in, once and soon; nil where there is no TCP.
    var signInLink: String? { api.signInLink() }

    /// Ends all streams and connections, and waits for that.
    func stop() {
        publisher.stop()
        server.stop()
    }

    private static func limits(_ settings: HTTPSettings) -> HTTPLimits {
        var limits = HTTPLimits()
        limits.connections = settings.connections
        limits.connectionsPerAddress = settings.connectionsPerAddress
        limits.fit(descriptors: DescriptorLimit.raise())
        if limits.connections < settings.connections {
            Log.write(
                .notice, "\(limits.connections) connections at once are what the limit of open files (ulimit -n) leaves"
            )
        }
        return limits
    }
}
