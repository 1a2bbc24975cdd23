import API
import Configuration
import GPSD
import History
import Linux
import Location
import Pages
import Tracking

/// The parts of the daemon, wired up: one thread reads and tracks, one writes, one records, one answers,
/// this one waits for the end.
struct Daemon: ~Copyable {
    /// The pause after a write, so that a receiver faster than any eye costs no more writes than this.
    private static let writePause: Duration = .milliseconds(20)
    /// How long the reader may take to end; it can hang only in a look-up of a host name.
    private static let patience: Duration = .seconds(1)

    private let lock: DirectoryLock
    private let outlets: Outlets
    private let feed: LiveFeed
    private let pages: SharedPages
    private let writer: WorkerThread
    private let started: Moment
    private var reader: Reader
    private var service: Service
    private var settings: Settings

    /// Starts all parts.
    ///
    /// - Parameters:
    ///   - settings: what they go by.
    ///   - announcesStates: whether each change of state is a line on standard error.
    ///   - anyPort: whether another port will do where the one that is asked for is taken.
    ///   - environment: in which systemd says which sockets it has opened.
    /// - Throws: ``SystemError`` or ``DirectoryLock/Failure`` where something that everything needs is not to be had.
    init(
        settings: Settings, announcesStates: Bool = true, anyPort: Bool = false,
        environment: [String: String] = ProcessEnvironment.variables
    ) throws {
        try Directory.create(settings.runtimeDirectory, mode: 0o750)
        try Directory.create(settings.stateDirectory, mode: 0o750)
        let lock = try DirectoryLock(settings.lockFile)
        let counts = SharedCounts()
        let run = String(SystemClock.now().wallClock.milliseconds, radix: 36)
        let feed = try LiveFeed(
            Report(state: .starting, since: SystemClock.now().wallClock), run: run, at: SystemClock.uptime)
        let outlets = Outlets(
            mailbox: try ReportMailbox(), verdicts: SharedVerdicts(), counts: counts, feed: feed,
            history: try Self.startHistory(settings, counts))
        let pages = SharedPages(settings)
        let started = SystemClock.now()
        let writer = try Self.startWriter(settings, outlets, pages, announcesStates ? StateAnnouncer() : nil)
        let machine = Machine(settings, outlets, feed, pages, started: started)
        let service = try Service(settings, machine, run: run, environment: environment, anyPort: anyPort)
        let reader = try Reader(settings, outlets)
        (self.outlets, self.feed, self.pages, self.writer) = (outlets, feed, pages, writer)
        (self.started, self.settings) = (started, settings)
        (self.reader, self.service) = (reader, service)
        self.lock = lock
        CodePages.letGo()
    }

    /// A link that lets a browser in to the live page, once and soon; nil where it is not served.
    var signInLink: String? { service.signInLink }

    /// Waits for a signal to end, or for the reader to fail; answers how it ended, nil when it has not in that time.
    func wait(for signals: borrowing SignalEvents, atMost timeout: Duration? = nil) -> Ending? {
        let ready = Poll.wait([.readable(signals.descriptor), reader.interest], timeout: timeout)
        if ready[0] { return .asked }
        return ready[1] ? .failed : nil
    }

    /// Why the daemon ends.
    enum Ending {
        /// A signal has asked for it.
        case asked
        /// The reader cannot go on.
        case failed
    }

    /// Goes by other settings from now on, and reads templates and tokens anew: all of it or nothing.
    ///
    /// What is known, and who follows it, stays; only where the API itself changes, who follows has to come back.
    ///
    /// - Throws: ``ConfigurationError`` where nothing has changed; ``SystemError`` where the process lacks what it
    ///   takes, and has to end.
    mutating func adopt(_ next: Settings) throws {
        let change = SettingsChange(from: settings, to: next)
        let problems = change.refusals + ConfigurationCheck(next).problems
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        try service.reloadAccess()
        settings = next
        pages.renew(next)
        try outlets.history?.adopt(next.history)
        try reader.adopt(next)
        guard change.concernsService else { return }
        try service.renew(next, Machine(next, outlets, feed, pages, started: started))
    }

    /// Ends the parts in order, the last known position written and the history complete.
    consuming func stop() {
        reader.stop(within: Self.patience)
        outlets.mailbox.close()
        writer.join()
        // Before the lock goes, so that the socket of the next daemon is not taken for this one's.
        service.stop()
        outlets.history?.close()
    }

    private static func startHistory(
        _ settings: Settings, _ counts: SharedCounts
    ) throws(SystemError) -> HistoryOutlet {
        try HistoryOutlet(settings) {
            if $0.isProblem { counts.noteWriteError(of: "history") }
            Log.write($0.isProblem ? .warning : .notice, "\($0)")
        }
    }

    private static func startWriter(
        _ settings: Settings, _ outlets: Outlets, _ pages: SharedPages, _ announcer: StateAnnouncer?
    ) throws(SystemError) -> WorkerThread {
        try WorkerThread(name: "writer") {
            let files = PageWriter(directory: settings.runtimeDirectory)
            var writer = ReportWriter(
                settings: settings, files: files, pages: pages, announcer: announcer,
                failed: outlets.counts.noteWriteError)
            while let publication = outlets.mailbox.take() {
                writer.write(publication, at: SystemClock.now())
                _ = Poll.wait([], timeout: writePause)
            }
            writer.finish(at: SystemClock.now())
        }
    }
}
