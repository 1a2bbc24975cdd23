import Configuration
import GPSD
import Linux
import Location
import Pages
import Tracking

/// The parts of the daemon, wired up: one thread reads and tracks, one writes, this one waits for the end.
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

    /// Starts all parts.
    ///
    /// - Throws: ``SystemError`` or ``DirectoryLock/Failure`` where something that everything needs is not to be had.
    init(settings: Settings) throws {
        try Directory.create(settings.runtimeDirectory, mode: 0o750)
        try Directory.create(settings.stateDirectory, mode: 0o750)
        lock = try DirectoryLock(settings.lockFile)
        let mailbox = try ReportMailbox()
        let source = try GPSDClient(host: settings.gpsd.host, port: settings.gpsd.port)
        let ended = try EventSignal()
        writer = try Self.startWriter(settings, mailbox)
        let tracking = TrackingSettings(staleAfter: settings.staleAfter, device: settings.device)
        let lastReport = LastReport.read(settings)
        _ = try WorkerThread(name: "reader") {
            var tracker = Tracker(
                settings: tracking, lastReport: lastReport, mailbox: mailbox, at: SystemClock.now())
            do { try source.run { tracker.deliver($0, at: $1) } } catch { Log.write(.error, "\(error)") }
            ended.signal()
        }
        self.source = source
        self.mailbox = mailbox
        sourceEnded = ended
    }

    /// Waits for a signal to end, or for the reader to fail; answers whether it ended as it should.
    func wait(for signals: borrowing SignalEvents) -> Bool {
        let ready = Poll.wait([.readable(signals.descriptor), sourceEnded.interest])
        return ready[0] || !ready[1]
    }

    /// Ends the parts in order, the last known position written.
    consuming func stop() {
        source.stop()
        _ = Poll.wait([sourceEnded.interest], timeout: Self.patience)
        mailbox.close()
        writer.join()
    }

    private static func startWriter(_ settings: Settings, _ mailbox: ReportMailbox) throws(SystemError) -> WorkerThread {
        let page = PageSettings(
            template: settings.pageTemplate, staleAfter: settings.staleAfter, gpsd: settings.gpsd.description)
        let renderer = PageRenderer(library: TemplateLibrary(directories: settings.templateDirectories), settings: page)
        let files = PageWriter(directory: settings.runtimeDirectory)
        return try WorkerThread(name: "writer") {
            var writer = ReportWriter(settings: settings, files: files, renderer: renderer)
            while let publication = mailbox.take() {
                writer.write(publication, at: SystemClock.now())
                _ = Poll.wait([], timeout: writePause)
            }
            writer.finish(at: SystemClock.now())
        }
    }
}
