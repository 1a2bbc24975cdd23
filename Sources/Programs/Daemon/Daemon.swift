import API
import Basics
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
    private static let stopTimeout: Duration = .seconds(1)

    private let lock: DirectoryLock
    let outputs: TrackerOutputs
    let feed: LiveFeed
    let pages: SharedPages
    let places: PlaceService
    let showsPositions: SharedFlag
    private let writer: WorkerThread
    let started: Moment
    let notifier: (any Notifier)?
    let readiness: Readiness
    var reader: Reader
    var service: Service
    var settings: Settings

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
        var outlets = TrackerOutputs(
            reports: try .blocking(), verdicts: SharedVerdicts(), counts: counts, feed: feed,
            history: try Self.startHistory(settings, counts, readiness))
        let places = try PlaceService(settings, outlets)
        (outlets.placeUpdates, outlets.placeCommands) = (places.updates, places.commands)
        let pages = SharedPages(settings)
        let showsPositions = SharedFlag(settings.logsPositions)
        let started = SystemClock.now()
        let announcer = announcesStates ? StateAnnouncer(showsPositions: showsPositions) : nil
        let writer = try Self.startWriter(settings, outlets, pages, announcer, supervision.notifier, readiness)
        let machine = DaemonAccess(settings, outlets, feed, pages, places, started: started)
        let service = try Service(settings, machine, run: run, environment: environment, anyPort: anyPort)
        readiness.complete(.sockets)
        let reader = try Reader(settings, outlets, places.initialState(), watchdog: supervision.watchdog)
        (notifier, self.readiness) = (supervision.notifier, readiness)
        (self.outputs, self.feed, self.writer) = (outlets, feed, writer)
        (self.pages, self.places, self.showsPositions) = (pages, places, showsPositions)
        (self.started, self.settings) = (started, settings)
        (self.reader, self.service) = (reader, service)
        self.lock = lock
        CodePages.evict()
    }

    /// A link that lets a browser in to the live page, once and soon; nil where it is not served.
    var signInLink: String? { service.signInLink }

    /// Waits for a signal, or for the reader to fail; answers what has come, nil when nothing has in that time.
    func wait(for signals: borrowing SignalFD, atMost timeout: Duration? = nil) -> Event? {
        let ready = Poll.wait([.readable(signals.descriptor), reader.interest], timeout: timeout)
        if ready[0], let signal = signals.next() { return .signal(signal) }
        return ready[1] ? .failure : nil
    }

    /// What the daemon has to be told, or tells.
    enum Event: Hashable {
        /// A signal has come.
        case signal(Int32)
        /// The reader cannot go on.
        case failure
    }

    /// Ends the parts in order, the last known position written and the history complete.
    consuming func stop() {
        notifier?.stopping()
        reader.stop(within: Self.stopTimeout)
        places.close()
        outputs.reports.close()
        writer.join()
        // systemd shows the last word for as long as the daemon is stopped.
        notifier?.report(status: "stopped")
        // Before the lock goes, so that the socket of the next daemon is not taken for this one's.
        service.stop()
        outputs.history?.close()
    }

    private static func startHistory(
        _ settings: Settings, _ counts: SharedCounts, _ readiness: Readiness
    ) throws(SystemError) -> HistoryOutput {
        try HistoryOutput(settings, tried: { readiness.complete(.history) }) {
            if $0.isProblem { counts.recordWriteError(of: "history") }
            Log.write($0.isProblem ? .warning : .notice, "\($0)")
        }
    }

    private static func startWriter(
        _ settings: Settings, _ outlets: TrackerOutputs, _ pages: SharedPages, _ announcer: StateAnnouncer?,
        _ notifier: (any Notifier)?, _ readiness: Readiness
    ) throws(SystemError) -> WorkerThread {
        try WorkerThread(name: "writer") {
            let files = PageWriter(directory: settings.runtimeDirectory)
            let writer = ReportWriter(
                settings: settings, files: files, pages: pages, announcer: announcer,
                failed: outlets.counts.recordWriteError)
            var loop = WriterLoop(writer: writer, notifier: notifier, readiness: readiness)
            while let delivery = outlets.reports.dequeue() {
                loop.handle(delivery, at: SystemClock.now())
                _ = Poll.wait([], timeout: writePause)
            }
            loop.finish(at: SystemClock.now())
        }
    }
}

extension Daemon {
    /// Reads anew what it goes by, and says how that went.
    ///
    /// - Parameter settings: reads the configuration.
    /// - Returns: False where it has to end.
    mutating func reload(_ settings: () throws -> Settings) -> Bool {
        // Before the first one, the service manager would take the second word for the end of the start.
        let notifier = readiness.isComplete ? notifier : nil
        notifier?.reloading()
        defer { notifier?.ready() }
        do {
            try reconfigure(settings())
            Log.write(.notice, "reloaded: configuration, templates and tokens are read anew")
            return true
        } catch let error as SystemError {
            Log.write(.error, "the reload has failed half-way: \(error)")
            return false
        } catch {
            for line in "\(error)".split(separator: "\n") { Log.write(.error, String(line)) }
            Log.write(.error, "not reloaded: all stays as it was until what is wrong is mended")
            return true
        }
    }

    /// Goes by other settings from now on, and reads templates and tokens anew: all of it or nothing.
    ///
    /// What is known, and who follows it, stays; only where the API itself changes, who follows has to come back.
    ///
    /// - Throws: ``ConfigurationError`` where nothing has changed; ``SystemError`` where the process lacks what it
    ///   takes, and has to end.
    mutating func reconfigure(_ next: Settings) throws {
        let change = SettingsChange(from: settings, to: next)
        let problems = change.issues + ConfigurationCheck(next).issues
        guard problems.isEmpty else {
            service.markAccessFilesInvalid()
            throw ConfigurationError(problems)
        }
        // What could not be had at the start is no reason to refuse something else.
        if next.http.listen != settings.http.listen { try service.prepare(next) }
        do {
            try service.reloadAccess()
        } catch {
            service.closePrepared()
            throw error
        }
        settings = next
        pages.reload(next)
        showsPositions.isSet = next.logsPositions
        try outputs.history?.reconfigure(next.history)
        places.reconfigure(next)
        try reader.reconfigure(next)
        guard change.restartsService else { return }
        try service.reconfigure(next, DaemonAccess(next, outputs, feed, pages, places, started: started))
    }
}

/// What other settings mean to a daemon that runs.
struct SettingsChange {
    /// What cannot change while it runs.
    let issues: [ConfigurationError.Issue]
    /// Whether the API has to be begun anew.
    let restartsService: Bool

    init(from old: Settings, to new: Settings) {
        issues = [
            Self.issue(name: "runtime-directory", old: old.runtimeDirectory, new: new.runtimeDirectory),
            Self.issue(name: "state-directory", old: old.stateDirectory, new: new.stateDirectory),
        ].compactMap { $0 }
        // All but what others take over by themselves, so that a new setting is not forgotten here.
        var same = old
        same.device = new.device
        same.platform = new.platform
        same.maxAccuracy = new.maxAccuracy
        same.allowsSimulated = new.allowsSimulated
        same.pageTemplate = new.pageTemplate
        same.logsPositions = new.logsPositions
        same.history = new.history
        same.history.isEnabled = old.history.isEnabled
        // A file of tiles may be another one by the same name.
        restartsService = same != new || new.map.mbtiles != nil
    }

    private static func issue(name: String, old: String, new: String) -> ConfigurationError.Issue? {
        guard old != new else { return nil }
        return ConfigurationError.Issue(
            source: "[paths]", message: "\(name) is \(old) while the daemon runs: restart it to have \(new)")
    }
}
