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
    private let source: any FixSource
    private let mailbox: ReportMailbox
    private let sourceEnded: EventSignal
    private let writer: WorkerThread
    private let verdictServer: VerdictServer
    private let history: HistoryWriter?

    /// Starts all parts.
    ///
    /// - Parameters:
    ///   - settings: what they go by.
    ///   - announcesStates: whether each change of state is a line on standard error.
    /// - Throws: ``SystemError`` or ``DirectoryLock/Failure`` where something that everything needs is not to be had.
    init(settings: Settings, announcesStates: Bool = true) throws {
        try Directory.create(settings.runtimeDirectory, mode: 0o750)
        try Directory.create(settings.stateDirectory, mode: 0o750)
        let lock = try DirectoryLock(settings.lockFile)
        let mailbox = try ReportMailbox()
        let source = try GPSDClient(host: settings.gpsd.host, port: settings.gpsd.port)
        let ended = try EventSignal()
        let writer = try Self.startWriter(settings, mailbox, announcesStates ? StateAnnouncer() : nil)
        let verdicts = SharedVerdicts()
        let verdictServer = try VerdictServer(settings.verdictSocket, verdicts)
        let history = try Self.startHistory(settings)
        try Self.startReader(settings, source, mailbox, verdicts, history, ended)
        self.history = history
        self.verdictServer = verdictServer
        self.writer = writer
        self.lock = lock
        self.source = source
        self.mailbox = mailbox
        sourceEnded = ended
    }

    /// Waits for a signal to end, or for the reader to fail; answers how it ended, nil when it has not in that time.
    func wait(for signals: borrowing SignalEvents, atMost timeout: Duration? = nil) -> Ending? {
        let ready = Poll.wait([.readable(signals.descriptor), sourceEnded.interest], timeout: timeout)
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

    /// Ends the parts in order, the last known position written and the history complete.
    consuming func stop() {
        source.stop()
        _ = Poll.wait([sourceEnded.interest], timeout: Self.patience)
        mailbox.close()
        writer.join()
        // Before the lock goes, so that the socket of the next daemon is not taken for this one's.
        verdictServer.stop()
        history?.close()
    }

    /// Answers nil where there is to be none.
    private static func startHistory(_ settings: Settings) throws(SystemError) -> HistoryWriter? {
        guard settings.history.isEnabled else { return nil }
        return try HistoryWriter(settings: RecordingSettings(settings.history), path: settings.historyFile) {
            Log.write($0.isProblem ? .warning : .notice, "\($0)")
        }
    }

    /// The reader is not joined but waited for by its signal: a look-up of a host name can hang.
    private static func startReader(
        _ settings: Settings, _ source: GPSDClient, _ mailbox: ReportMailbox, _ verdicts: SharedVerdicts,
        _ history: HistoryWriter?, _ ended: EventSignal
    ) throws(SystemError) {
        let tracking = TrackingSettings(settings)
        let lastReport = LastReport.read(settings)
        _ = try WorkerThread(name: "reader") {
            var tracker = Tracker(
                settings: tracking, lastReport: lastReport, mailbox: mailbox, verdicts: verdicts,
                history: history, at: SystemClock.now(), isClockSynchronised: { SystemClock.isSynchronised })
            do { try source.run { tracker.deliver($0, at: $1) } } catch { Log.write(.error, "\(error)") }
            ended.signal()
        }
    }

    private static func startWriter(
        _ settings: Settings, _ mailbox: ReportMailbox, _ announcer: StateAnnouncer?
    ) throws(SystemError) -> WorkerThread {
        let page = PageSettings(
            template: settings.pageTemplate, staleAfter: settings.staleAfter, gpsd: settings.gpsd.description)
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let renderer = PageRenderer(library: TemplateLibrary(directories: directories), settings: page)
        return try WorkerThread(name: "writer") {
            let files = PageWriter(directory: settings.runtimeDirectory)
            var writer = ReportWriter(settings: settings, files: files, renderer: renderer, announcer: announcer)
            while let publication = mailbox.take() {
                writer.write(publication, at: SystemClock.now())
                _ = Poll.wait([], timeout: writePause)
            }
            writer.finish(at: SystemClock.now())
        }
    }
}
