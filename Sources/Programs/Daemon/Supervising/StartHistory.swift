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
        guard let last = starts.last, case let run = uptime - .seconds(last), run >= .zero, run < Self.successAfter else {
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
