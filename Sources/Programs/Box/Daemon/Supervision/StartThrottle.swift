import Basics
import Glibc
import Linux
import Systemd

/// Delays a start after failed ones, with growing pauses (``StartHistory``), which systemd 252 lacks.
struct StartThrottle {
    /// The time for the start itself, beyond the pause.
    private static let startTimeout: Duration = .seconds(90)

    /// The maximum time between a failure and the start by systemd that follows it (RestartSec= and a busy machine).
    private static let maxRestartDelay: Duration = .seconds(10)

    private let file: String
    /// Written by the unit at the end of each failed run.
    private let ending: String
    private let notifier: any Notifier

    /// - Returns: nil if systemd does not manage the process, or there is no runtime directory.
    init?(environment: [String: String]) {
        guard let notifier = ServiceManager(environment: environment),
            let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first
        else { return nil }
        self.notifier = notifier
        file = "\(directory)/starts"
        ending = "\(directory)/failed"
    }

    /// Waits for the pause or a signal; returns false if the signal ends the program.
    ///
    /// - Throws: ``SystemError`` if the process has no descriptor left.
    func wait() throws(SystemError) -> Bool {
        var record = StartHistory(text: String(decoding: (try? FileContents.read(file)) ?? [], as: UTF8.self))
        let ended = (try? FileStatus(of: ending))?.modified
        // A stop between a failure and its restart clears nothing, since no process is there to do so.
        if Self.isByHand(now: SystemClock.now().wallClock, ended: ended) { record = StartHistory() }
        let now = SystemClock.uptime
        let failures = record.failures(at: now)
        guard try pauseStart(record.recordStart(at: now), after: failures) else {
            reset()
            return false
        }
        // Without a record the daemon starts all the same.
        _ = try? AtomicFile.replace(file, with: Array(record.text.utf8), mode: 0o640)
        return true
    }

    /// Returns true if a start is not systemd's restart after a failed run.
    ///
    /// - Returns: false if the end is unknown.
    static func isByHand(now: Timestamp, ended: Timestamp?) -> Bool {
        guard let ended else { return false }
        return !(Duration.seconds(-1)...maxRestartDelay).contains(now - ended)
    }

    /// Clears the record, since the end was requested and the next start follows no failure.
    func reset() {
        _ = try? AtomicFile.replace(file, with: [], mode: 0o640)
    }

    private func pauseStart(_ pause: Duration, after failures: Int) throws(SystemError) -> Bool {
        guard pause > .zero else { return true }
        let seconds = pause.components.seconds
        let message = "waiting \(seconds) s before the start: the last \(failures) starts failed"
        notifier.extendTimeout(by: pause + Self.startTimeout)
        notifier.report(status: message)
        Log.write(.warning, message)
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        _ = Poll.wait([.readable(signals.descriptor)], timeout: pause)
        // A reload retries at once, since the configuration may be valid now.
        let goesOn = signals.next().map { $0 == SIGHUP } ?? true
        notifier.report(status: goesOn ? "starting" : "stopped")
        return goesOn
    }
}

/// The failed starts of a daemon, and the pause before the next one.
///
/// Without it, a daemon that fails at once would restart without a pause, endlessly.
struct StartHistory {
    /// A run of this length counts as a success.
    private static let successAfter: Duration = .seconds(300)
    /// The consecutive failures without a pause: the cause may be over.
    private static let freeFailures = 3
    private static let maxPause: Duration = .seconds(60)
    /// The number of starts recorded; more would change nothing.
    private static let maxStarts = 16

    /// The start times in seconds of uptime, the newest last.
    private var starts: [Int64] = []

    /// Creates an empty history.
    init() {}

    /// Parses ``text``; ignores lines that are no number.
    init(text: String) {
        starts = text.split(separator: "\n").suffix(Self.maxStarts).compactMap { Int64($0) }.filter { $0 >= 0 }
    }

    /// The history as a file, one start a line.
    var text: String { starts.map { "\($0)\n" }.joined() }

    /// The number of consecutive failed starts before a start at this uptime.
    func failures(at uptime: Duration) -> Int {
        guard let last = starts.last, case let run = uptime - .seconds(last), run >= .zero, run < Self.successAfter
        else {
            return 0
        }
        return starts.count
    }

    /// Records a start requested at this uptime and returns the pause before it.
    mutating func recordStart(at uptime: Duration) -> Duration {
        let failures = failures(at: uptime)
        let pause = Backoff(from: .seconds(1), to: Self.maxPause, failures: failures - Self.freeFailures).delay
        let earlier = failures == 0 ? [] : starts
        starts = (earlier + [(uptime + pause).components.seconds]).suffix(Self.maxStarts)
        return pause
    }
}
