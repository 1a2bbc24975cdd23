import API
import Configuration
import Linux
import Location
import Systemd

/// The API on its sockets, which other settings may change while it serves.
struct Service {
    private var listeners: Listeners
    private var running: RunningService
    private let access: AccessController
    private let run: String
    private var restarts = 0

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
        _ settings: Settings, _ machine: DaemonAccess, run: String, environment: [String: String], anyPort: Bool
    ) throws(SystemError) {
        var listeners = try Listeners(settings, environment: environment, processID: ProcessEnvironment.processID)
        if anyPort { listeners.openAnyPort() }
        let keeper = AccessController(files: AccessFiles(settings), clock: machine.clock)
        for fault in keeper.issues { Log.write(.warning, "\(ConfigurationError.Issue(fault))") }
        running = try RunningService(settings, machine, listeners, keeper, run: run)
        (self.listeners, self.access, self.run) = (listeners, keeper, run)
    }

    /// A link that lets a browser in, once and soon; nil where there is no TCP.
    var signInLink: String? { running.signInLink }

    /// Opens what other settings ask for and is not open yet, so that it is known whether it can be had.
    ///
    /// - Throws: ``ConfigurationError`` where a port of theirs is not to be had.
    mutating func prepare(_ settings: Settings) throws(ConfigurationError) {
        try listeners.prepare(settings)
    }

    /// Closes what was opened for settings that do not come.
    mutating func closePrepared() { listeners.closeReserved() }

    /// Has a file of who may see what that cannot be read left alone until it can.
    func markAccessFilesInvalid() { access.recordLoadError() }

    /// Reads anew who may see what.
    ///
    /// - Throws: ``ConfigurationError`` with all that is wrong with the files; then all stays as it was.
    func reloadAccess() throws(ConfigurationError) {
        do throws(AccessFilesError) {
            try access.reload()
        } catch {
            throw ConfigurationError(error.issues.map { ConfigurationError.Issue($0) })
        }
    }

    /// Serves by other settings: who follows is cut off, and finds where it was when it comes back.
    ///
    /// - Throws: ``SystemError`` where the process lacks what it takes; then nobody is served any more.
    mutating func reconfigure(_ settings: Settings, _ machine: DaemonAccess) throws(SystemError) {
        running.stop()
        listeners.reconfigure(settings)
        restarts += 1
        // The events of shares are counted anew.
        running = try RunningService(settings, machine, listeners, access, run: "\(run)r\(restarts)")
    }

    /// Ends all streams and connections, and waits for that.
    func stop() {
        running.stop()
    }
}
