import API
import Configuration
import Linux
import Location
import Systemd

/// The API and its sockets, which a reload may change.
struct Service {
    private var listeners: Listeners
    private var running: RunningService
    private let access: AccessController
    private let run: String
    private let liveness: ServiceLiveness
    private var restarts = 0

    /// Starts to serve.
    ///
    /// - Throws: ``SystemError`` if the process lacks a resource.
    init(
        _ settings: Settings, _ daemon: DaemonAccess, run: String, environment: [String: String], anyPort: Bool,
        liveness: ServiceLiveness
    ) throws(SystemError) {
        var listeners = try Listeners(settings, environment: environment, processID: ProcessEnvironment.processID)
        if anyPort { listeners.openAnyPort() }
        let access = AccessController(files: AccessFiles(settings), clock: daemon.clock)
        for fault in access.issues { Log.write(.warning, "\(ConfigurationError.Issue(fault))") }
        running = try RunningService(settings, daemon, listeners: listeners, access: access, run: run)
        (self.listeners, self.access, self.run, self.liveness) = (listeners, access, run, liveness)
        liveness.watch(running.pulses)
    }

    /// A link that signs a browser in, once and within minutes; nil without TCP.
    var signInLink: String? { running.signInLink }

    /// Opens the new addresses of other settings, to find out whether they are free.
    ///
    /// - Throws: ``ConfigurationError`` with each address that cannot be opened.
    mutating func prepare(_ settings: Settings) throws(ConfigurationError) {
        try listeners.prepare(settings)
    }

    /// Closes sockets opened for rejected settings.
    mutating func closePrepared() { listeners.closeReserved() }

    /// Protects an unreadable access file from being overwritten until it can be read.
    func markAccessFilesInvalid() { access.recordLoadError() }

    /// Reloads the access files.
    ///
    /// - Throws: ``ConfigurationError`` with all issues; then nothing has changed.
    func reloadAccess() throws(ConfigurationError) {
        do throws(AccessFilesError) {
            try access.reload()
        } catch {
            throw ConfigurationError(error.issues.map { ConfigurationError.Issue($0) })
        }
    }

    /// Restarts the server with other settings; clients reconnect and resume their streams.
    ///
    /// - Throws: ``SystemError`` if the process lacks a resource; then nothing is served.
    mutating func reconfigure(_ settings: Settings, _ daemon: DaemonAccess) throws(SystemError) {
        running.stop()
        listeners.reconfigure(settings)
        restarts += 1
        // The numbering of share events starts again.
        running = try RunningService(settings, daemon, listeners: listeners, access: access, run: "\(run)r\(restarts)")
        liveness.watch(running.pulses)
    }

    /// Ends all streams and connections.
    func stop() {
        running.stop()
    }
}
