import API
import Configuration
import HTTPServer
import Linux
import Location
import Systemd

/// The server, and the thread that tells of what is new, as they are until the settings change.
struct RunningService {
    private let server: HTTPServer
    private let desk: LiveDesk
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
        _ settings: Settings, _ machine: Machine, _ listeners: Listeners, _ keeper: AccessKeeper, run: String
    ) throws(SystemError) {
        var machine = machine
        machine.setup.listeners = listeners.descriptions
        let api = API(machine: machine, keeper: keeper, site: Site(settings, listeners), run: run)
        self.api = api
        desk = try LiveDesk(api, clock: machine.clock)
        server = try HTTPServer(
            listeners.sockets, limits: Self.limits(settings.http), refusal: api.refusal, handler: api.answer)
    }

    /// A link that lets a browser in, once and soon; nil where there is no TCP.
    var signInLink: String? { api.signInLink() }

    /// Ends all streams and connections, and waits for that.
    func stop() {
        desk.stop()
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
