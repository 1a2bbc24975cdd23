import API
import Configuration
import GPSD
import History
import Linux
import Location
import Pages
import Systemd
import Tracking

/// The parts of the daemon, wired up: one thread reads and tracks, one writes, one records, one answers,
/// this one waits for the end.
struct Daemon: ~Copyable {
    /// The pause after a write, so that a receiver faster than any eye costs no more writes than this.
    private static let writePause: Duration = .milliseconds(20)
    /// How long the reader may take to end; it can hang only in a look-up of a host name.
    private static let patience: Duration = .seconds(1)

    private let lock: DirectoryLock
    private let source: any FixSource
    private let outlets: Outlets
    private let sourceEnded: EventSignal
    private let writer: WorkerThread
    private let service: Service
    private let notifier: (any Notifier)?
    private let readiness: Readiness

    /// Starts all parts.
    ///
    /// - Parameters:
    ///   - settings: what they go by.
    ///   - supervision: who is told how it goes.
    ///   - announcesStates: whether each change of state is a line on standard error.
    ///   - anyPort: whether another port will do where the one that is asked for is taken.
    ///   - environment: in which systemd says which sockets it has opened.
    /// - Throws: ``SystemError`` or ``DirectoryLock/Failure`` where something that everything needs is not to be had.
    init(
        settings: Settings, supervision: Supervision = Supervision(), announcesStates: Bool = true,
        anyPort: Bool = false,
        environment: [String: String] = ProcessEnvironment.variables
    ) throws {
        try Directory.create(settings.runtimeDirectory, mode: 0o750)
        try Directory.create(settings.stateDirectory, mode: 0o750)
        let lock = try DirectoryLock(settings.lockFile)
        let readiness = Readiness { [notifier = supervision.notifier] in notifier?.ready() }
        let counts = SharedCounts()
        let run = String(SystemClock.now().wallClock.milliseconds, radix: 36)
        let feed = try LiveFeed(
            Report(state: .starting, since: SystemClock.now().wallClock), run: run, at: SystemClock.uptime)
        let outlets = Outlets(
            mailbox: try ReportMailbox(), verdicts: SharedVerdicts(), counts: counts, feed: feed,
            history: try Self.startHistory(settings, counts, readiness))
        let source = try GPSDClient(host: settings.gpsd.host, port: settings.gpsd.port)
        let ended = try EventSignal()
        let announcer = announcesStates ? StateAnnouncer(showsPositions: settings.logsPositions) : nil
        let writer = try Self.startWriter(settings, outlets, announcer, supervision.notifier, readiness)
        let service = try Service(
            settings, Machine(settings, outlets, feed), run: run, environment: environment, anyPort: anyPort)
        readiness.note(.sockets)
        try Self.startReader(settings, source, outlets, supervision.watchdog, ended)
        (notifier, self.readiness) = (supervision.notifier, readiness)
        (self.writer, self.service) = (writer, service)
        (self.outlets, sourceEnded) = (outlets, ended)
        self.lock = lock
        self.source = source
        CodePages.letGo()
    }

    /// A link that lets a browser in to the live page, once and soon; nil where it is not served.
    var signInLink: String? { service.signInLink }

    /// Waits for a signal, or for the reader to fail; answers what has come, nil when nothing has in that time.
    func wait(for signals: borrowing SignalEvents, atMost timeout: Duration? = nil) -> Event? {
        let ready = Poll.wait([.readable(signals.descriptor), sourceEnded.interest], timeout: timeout)
        if ready[0], let signal = signals.take() { return .signal(signal) }
        return ready[1] ? .failure : nil
    }

    /// What the daemon has to be told, or tells.
    enum Event: Hashable {
        /// A signal has come.
        case signal(Int32)
        /// The reader cannot go on.
        case failure
    }

    /// Reads anew what it goes by.
    func reload() {
        // The manager takes it for the end of the start where that is not over yet.
        guard readiness.isComplete else { return }
        notifier?.reloading()
        Log.write(.notice, "reload: not built yet")
        notifier?.ready()
    }

    /// Ends the parts in order, the last known position written and the history complete.
    consuming func stop() {
        notifier?.stopping()
        source.stop()
        _ = Poll.wait([sourceEnded.interest], timeout: Self.patience)
        outlets.mailbox.close()
        writer.join()
        // Before the lock goes, so that the socket of the next daemon is not taken for this one's.
        service.stop()
        outlets.history?.close()
    }

    /// Answers nil where there is to be none.
    private static func startHistory(
        _ settings: Settings, _ counts: SharedCounts, _ readiness: Readiness
    ) throws(SystemError) -> HistoryWriter? {
        guard settings.history.isEnabled else {
            readiness.note(.history)
            return nil
        }
        let tried: @Sendable () -> Void = { readiness.note(.history) }
        return try HistoryWriter(
            settings: RecordingSettings(settings.history), path: settings.historyFile, tried: tried
        ) {
            if $0.isProblem { counts.noteWriteError(of: "history") }
            Log.write($0.isProblem ? .warning : .notice, "\($0)")
        }
    }

    /// The reader is not joined but waited for by its signal: a look-up of a host name can hang.
    private static func startReader(
        _ settings: Settings, _ source: GPSDClient, _ outlets: Outlets, _ watchdog: Duration?, _ ended: EventSignal
    ) throws(SystemError) {
        let tracking = TrackingSettings(settings)
        let lastReport = LastReport.read(settings)
        _ = try WorkerThread(name: "reader") {
            var tracker = Tracker(
                settings: tracking, lastReport: lastReport, outlets: outlets, watchdog: watchdog, at: SystemClock.now(),
                isClockSynchronised: { SystemClock.isSynchronised })
            do { try source.run { tracker.deliver($0, at: $1) } } catch { Log.write(.error, "\(error)") }
            ended.signal()
        }
    }

    private static func startWriter(
        _ settings: Settings, _ outlets: Outlets, _ announcer: StateAnnouncer?, _ notifier: (any Notifier)?,
        _ readiness: Readiness
    ) throws(SystemError) -> WorkerThread {
        let page = PageSettings(
            template: settings.pageTemplate, staleAfter: settings.staleAfter, gpsd: settings.gpsd.description)
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let renderer = PageRenderer(library: TemplateLibrary(directories: directories), settings: page)
        return try WorkerThread(name: "writer") {
            let files = PageWriter(directory: settings.runtimeDirectory)
            let writer = ReportWriter(
                settings: settings, files: files, renderer: renderer, announcer: announcer,
                failed: outlets.counts.noteWriteError)
            var loop = WritingLoop(writer: writer, notifier: notifier, readiness: readiness)
            while let delivery = outlets.mailbox.take() {
                loop.handle(delivery, at: SystemClock.now())
                _ = Poll.wait([], timeout: writePause)
            }
            loop.finish(at: SystemClock.now())
        }
    }
}
