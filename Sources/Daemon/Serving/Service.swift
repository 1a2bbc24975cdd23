import API
import Configuration
import HTTPServer
import Linux
import Location

/// The API on its sockets, and the thread that tells of what is new.
final class Service: Sendable {
    private let server: HTTPServer
    private let desk: LiveDesk
    private let api: API

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - settings: on which sockets, for whom, with which map.
    ///   - machine: what can be asked.
    ///   - run: tells this run of the daemon from others.
    ///   - environment: in which systemd says which sockets it has opened.
    ///   - anyPort: whether another port will do where the one that is asked for is taken.
    /// - Throws: ``SystemError`` where the process lacks what it takes.
    init(
        _ settings: Settings, _ machine: Machine, run: String, environment: [String: String], anyPort: Bool
    ) throws(SystemError) {
        var listeners = try Listeners(settings, environment: environment, processID: ProcessEnvironment.processID)
        if anyPort { listeners.openAnyPort() }
        var machine = machine
        machine.setup.listeners = listeners.descriptions
        let keeper = AccessKeeper(files: AccessFiles(settings), clock: machine.clock)
        for fault in keeper.faults { Log.write(.warning, "\(ConfigurationError.Problem(fault))") }
        let api = API(machine: machine, keeper: keeper, site: Site(settings, listeners), run: run)
        var limits = HTTPLimits()
        limits.connections = settings.http.connections
        limits.connectionsPerAddress = settings.http.connectionsPerAddress
        limits.fit(descriptors: DescriptorLimit.raise())
        if limits.connections < settings.http.connections {
            Log.write(
                .notice, "\(limits.connections) connections at once are what the limit of open files (ulimit -n) leaves"
            )
        }
        self.api = api
        desk = try LiveDesk(api, clock: machine.clock)
        server = try HTTPServer(listeners.sockets, limits: limits, refusal: api.refusal, handler: api.answer)
    }

    /// A link that lets a browser in, once and soon; nil where there is no TCP.
    var signInLink: String? { api.signInLink() }

    /// Ends all streams and connections, and waits for that.
    func stop() {
        desk.stop()
        server.stop()
    }
}
