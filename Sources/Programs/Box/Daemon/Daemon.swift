import API
import Basics
import Configuration
import History
import Linux
import Location
import Pages
import Systemd

/// The daemon with its threads.
///
/// One thread reads and tracks, one writes files, one records the history, one handles places,
/// the server has its own, and this one waits for signals.
struct Daemon: ~Copyable {
    /// The pause after a write, which limits the writes for receivers with a high rate.
    private static let writePause: Duration = .milliseconds(20)
    /// The time the reader may take to end; a host name lookup can block it.
    private static let stopTimeout: Duration = .seconds(1)

    private let lock: DirectoryLock
    private let stateLock: DirectoryLock?
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

    /// Starts all threads.
    ///
    /// - Throws: ``SystemError``, an error of ``DirectoryLock`` or ``StateInUseError`` if a required resource is missing.
    init(
        settings: Settings, supervision: Supervision = Supervision(), announcesStates: Bool = true,
        anyPort: Bool = false,
        environment: [String: String] = ProcessEnvironment.variables
    ) throws {
        try Directory.create(settings.runtimeDirectory, mode: 0o750)
        try Directory.create(settings.stateDirectory, mode: 0o750)
        let lock = try DirectoryLock(settings.lockFile, isVisible: true)
        let stateLock = try DirectoryLock.ofState(settings)
        let readiness = Readiness { [notifier = supervision.notifier] in notifier?.ready() }
        let counts = SharedCounts()
        let run = String(SystemClock.now().wallClock.milliseconds, radix: 36)
        let feed = try LiveFeed(
            Report(state: .starting, since: SystemClock.now().wallClock), run: run, at: SystemClock.uptime)
        var outputs = TrackerOutputs(
            reports: try .blocking(), verdicts: SharedVerdicts(), counts: counts, feed: feed,
            history: try Self.startHistory(settings, counts: counts, readiness: readiness))
        let places = try PlaceService(settings, outputs)
        (outputs.placeUpdates, outputs.placeCommands) = (places.updates, places.commands)
        let pages = SharedPages(settings)
        let showsPositions = SharedFlag(settings.logsPositions)
        let started = SystemClock.now()
        let announcer = announcesStates ? StateAnnouncer(showsPositions: showsPositions) : nil
        let liveness = ServiceLiveness()
        let writer = try Self.startWriter(
            settings, outputs, pages: pages, announcer: announcer, notifier: supervision.notifier, readiness: readiness,
            liveness: liveness)
        let access = DaemonAccess(settings, outputs, feed: feed, pages: pages, places: places, started: started)
        let service = try Service(
            settings, access, run: run, environment: environment, anyPort: anyPort, liveness: liveness)
        readiness.complete(.sockets)
        let reader = try Reader(settings, outputs, places: places.initialState(), watchdog: supervision.watchdog)
        (notifier, self.readiness) = (supervision.notifier, readiness)
        (self.outputs, self.feed, self.writer) = (outputs, feed, writer)
        (self.pages, self.places, self.showsPositions) = (pages, places, showsPositions)
        (self.started, self.settings) = (started, settings)
        (self.reader, self.service) = (reader, service)
        self.lock = lock
        self.stateLock = stateLock
        CodePages.evict()
    }

    /// A link that signs a browser in to the live page, once and within minutes; nil if the page is not served.
    var signInLink: String? { service.signInLink }

    /// Waits for a signal or the failure of the reader; returns nil after the timeout.
    func wait(for signals: borrowing SignalFD, atMost timeout: Duration? = nil) -> Event? {
        let ready = Poll.wait([.readable(signals.descriptor), reader.interest], timeout: timeout)
        if ready[0], let signal = signals.next() { return .signal(signal) }
        return ready[1] ? .failure : nil
    }

    /// The events that ``wait(for:atMost:)`` returns.
    enum Event: Hashable {
        case signal(Int32)
        /// The reader failed.
        case failure
    }

    /// Stops all threads in order, after the last known position and the history are written.
    consuming func stop() {
        notifier?.stopping()
        reader.stop(within: Self.stopTimeout)
        places.close()
        outputs.reports.close()
        writer.join()
        // systemd shows the last status while the daemon is stopped.
        notifier?.report(status: "stopped")
        // Before the lock is released, so that the socket of the next daemon is not removed in place of this one's.
        service.stop()
        outputs.history?.close()
    }

    private static func startHistory(
        _ settings: Settings, counts: SharedCounts, readiness: Readiness
    ) throws(SystemError) -> HistoryOutput {
        let tick = CommitTick(settings.historyTick)
        let readers = LateRunReaders(directory: settings.publishCursors)
        let callbacks = RecorderCallbacks(
            onOpenAttempt: { readiness.complete(.history) }, onCommit: tick.raise, readLateRuns: readers.lowest
        ) {
            if $0.isProblem { counts.recordWriteError(of: "history") }
            Log.write($0.isProblem ? .warning : .notice, "\($0)")
        }
        return try HistoryOutput(settings, callbacks)
    }

    private static func startWriter(
        _ settings: Settings, _ outputs: TrackerOutputs, pages: SharedPages, announcer: StateAnnouncer?,
        notifier: (any Notifier)?, readiness: Readiness, liveness: ServiceLiveness
    ) throws(SystemError) -> WorkerThread {
        try WorkerThread(name: "writer") {
            let files = PageWriter(directory: settings.runtimeDirectory)
            let writer = ReportWriter(
                settings: settings, files: files, pages: pages, announcer: announcer,
                failed: outputs.counts.recordWriteError)
            var loop = WriterLoop(writer: writer, notifier: notifier, readiness: readiness, isServing: liveness.check)
            var next = SystemClock.uptime
            while let delivery = outputs.reports.dequeue() {
                let pause = next - SystemClock.uptime
                if pause > .zero { _ = Poll.wait([], timeout: pause) }
                loop.handle(delivery, at: SystemClock.now())
                next = SystemClock.uptime + writePause
            }
            loop.finish(at: SystemClock.now())
        }
    }
}

extension Daemon {
    /// Reloads the configuration and logs the outcome; returns false if the daemon has to exit.
    mutating func reload(_ settings: () throws -> Settings) -> Bool {
        // Before the first READY, the service manager would take the second one for the end of the start.
        let notifier = readiness.isComplete ? notifier : nil
        notifier?.reloading()
        defer { notifier?.ready() }
        do {
            try reconfigure(settings())
            Log.write(.notice, "reloaded configuration, templates and tokens")
            return true
        } catch let error as SystemError {
            Log.write(.error, "the reload failed halfway: \(error)")
            return false
        } catch {
            for line in "\(error)".split(separator: "\n") { Log.write(.error, String(line)) }
            Log.write(.error, "not reloaded: the former configuration stays in use until the errors are fixed")
            return true
        }
    }

    /// Switches to other settings and reloads templates and tokens: all of it or nothing.
    ///
    /// The tracking state and open streams survive; streams reconnect only where the API itself changes.
    ///
    /// - Throws: ``ConfigurationError`` if the settings are rejected and nothing has changed; ``SystemError`` if
    ///   the process lacks a resource and has to exit.
    mutating func reconfigure(_ next: Settings) throws {
        let change = SettingsChange(from: settings, to: next)
        let problems = change.issues + ConfigurationCheck(next).reloadIssues
        guard problems.isEmpty else {
            service.markAccessFilesInvalid()
            throw ConfigurationError(problems)
        }
        // A port that could not be opened at the start is no reason to reject other changes.
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
        let access = DaemonAccess(next, outputs, feed: feed, pages: pages, places: places, started: started)
        try service.reconfigure(next, access)
    }
}

/// The effect of other settings on a running daemon.
struct SettingsChange {
    /// The settings that cannot change while it runs.
    let issues: [ConfigurationError.Issue]
    let restartsService: Bool

    init(from old: Settings, to new: Settings) {
        issues = [
            Self.issue(name: "runtime-directory", old: old.runtimeDirectory, new: new.runtimeDirectory),
            Self.issue(name: "state-directory", old: old.stateDirectory, new: new.stateDirectory),
        ].compactMap { $0 }
        // Every setting counts except those that other parts apply, so that a new one is not forgotten here.
        var same = old
        same.device = new.device
        same.platform = new.platform
        same.maxAccuracy = new.maxAccuracy
        same.allowsSimulated = new.allowsSimulated
        same.pageTemplate = new.pageTemplate
        same.logsPositions = new.logsPositions
        same.history = new.history
        same.history.isEnabled = old.history.isEnabled
        // A tile file may have been replaced under the same name.
        restartsService = same != new || new.map.mbtiles != nil
    }

    private static func issue(name: String, old: String, new: String) -> ConfigurationError.Issue? {
        guard old != new else { return nil }
        return ConfigurationError.Issue(
            source: "[paths]", message: "\(name) is \(old) while the daemon runs; fix: restart it for \(new)")
    }
}
