import Glibc
import Linux
import Systemd

/// Waits before a start that comes after failed ones, where systemd would start again and again (``StartHistory``).
///
/// systemd 252 knows no growing pauses of its own.
struct StartThrottle {
    /// What the manager waits for beyond the pause: the start itself.
    private static let startTimeout: Duration = .seconds(90)

    private let file: String
    private let notifier: any Notifier

    /// Watches over the starts of a service.
    ///
    /// - Returns: nil where it is none of systemd's, or has no directory to remember in.
    init?(environment: [String: String]) {
        guard let notifier = ServiceManager(environment: environment),
            let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first
        else { return nil }
        self.notifier = notifier
        file = "\(directory)/starts"
    }

    /// Waits as long as is right, or until a signal says something; answers false where it says that this is the end.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    func wait() throws(SystemError) -> Bool {
        var record = StartHistory(text: String(decoding: (try? FileContents.read(file)) ?? [], as: UTF8.self))
        let now = SystemClock.uptime
        let failures = record.failures(at: now)
        guard try pauseStart(record.recordStart(at: now), after: failures) else {
            reset()
            return false
        }
        // Who cannot remember starts all the same.
        _ = try? AtomicFile.replace(file, with: Array(record.text.utf8), mode: 0o640)
        return true
    }

    /// The end was asked for: what comes next is no failure.
    func reset() {
        _ = try? AtomicFile.replace(file, with: [], mode: 0o640)
    }

    private func pauseStart(_ pause: Duration, after failures: Int) throws(SystemError) -> Bool {
        guard pause > .zero else { return true }
        let seconds = pause.components.seconds
        let words = "waits \(seconds) s before it starts: the last \(failures) starts failed"
        notifier.extendTimeout(by: pause + Self.startTimeout)
        notifier.report(status: words)
        Log.write(.warning, words)
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        _ = Poll.wait([.readable(signals.descriptor)], timeout: pause)
        // Told to reload, it finds out at once whether what was wrong is mended.
        let goesOn = signals.next().map { $0 == SIGHUP } ?? true
        notifier.report(status: goesOn ? "starting" : "stopped")
        return goesOn
    }
}

/// The starts of a daemon that ended without having been asked to, and so how long the next one had better wait.
///
/// What fails at once would otherwise be started again without a pause, for ever.
struct StartHistory {
    /// A run of that length was no failed start.
    private static let successAfter: Duration = .seconds(300)
    /// Failures in a row that cost no pause: whatever it was may be over.
    private static let freeFailures = 3
    private static let maxPause: Duration = .seconds(60)
    /// Starts beyond these change nothing.
    private static let maxStarts = 16

    /// When each began, in seconds of uptime, the newest last.
    private var starts: [Int64] = []

    /// Nothing has failed yet.
    init() {}

    /// Reads what ``text`` has written; what is no number is passed over.
    init(text: String) {
        starts = text.split(separator: "\n").suffix(Self.maxStarts).compactMap { Int64($0) }.filter { $0 >= 0 }
    }

    /// The record for a file, one start in a line.
    var text: String { starts.map { "\($0)\n" }.joined() }

    /// How many starts in a row have failed, as of a start at this uptime.
    func failures(at uptime: Duration) -> Int {
        guard let last = starts.last, case let run = uptime - .seconds(last), run >= .zero, run < Self.successAfter
        else {
            return 0
        }
        return starts.count
    }

    /// Somebody wants to start at this uptime: answers how long they are to wait, and notes that they begin after that.
    mutating func recordStart(at uptime: Duration) -> Duration {
        let failures = failures(at: uptime)
        let pause = Self.pause(after: failures)
        let earlier = failures == 0 ? [] : starts
        starts = (earlier + [(uptime + pause).components.seconds]).suffix(Self.maxStarts)
        return pause
    }

    private static func pause(after failures: Int) -> Duration {
        let doublings = failures - freeFailures - 1
        return doublings < 0 ? .zero : min(.seconds(1 << doublings), maxPause)
    }
}
