public import Basics
public import Location

/// Remembers what was decided, so that it can be asked why: the last 1,000 verdicts, and all rejections of the last day.
///
/// A value without a clock, of bounded size. Times are compared by uptime, so that setting the clock forgets nothing.
/// A receiver without sky says ten times a second that it has no position: of what says nothing new, such as that, a run
/// makes one entry at once; of other rejections, when they leave the last 1,000.
public struct VerdictLog: Sendable {
    private static let day: Duration = .seconds(86_400)

    private var recent: VerdictRuns
    private var rejections: VerdictRuns
    private var counts = VerdictCounts()
    /// When the newest of the rejections came that had to go for want of room.
    private var forgotten: Moment?

    /// Makes an empty log.
    ///
    /// - Parameters:
    ///   - newest: verdicts of every kind that are kept.
    ///   - mostRejections: older runs of rejections that are kept; of a receiver and sky of the worst kind, a day's.
    public init(capacity: Int = 1000, rejectionCapacity: Int = 10_000) {
        recent = VerdictRuns(capacity: capacity, merging: [.noPosition, .otherDevice])
        rejections = VerdictRuns(capacity: rejectionCapacity, merging: Rejection.Reason.allCases)
    }

    /// Keeps a verdict.
    ///
    /// - Parameters:
    ///   - verdict: what was decided.
    ///   - raw: what the receiver gave.
    ///   - correction: what was used in place of that.
    ///   - reinstated: how many rejected ones before it count as right because of it.
    ///   - moment: when this machine got it.
    public mutating func record(
        _ verdict: Verdict, raw: Fix, correction: Correction? = nil, reinstating reinstated: Int = 0,
        at moment: Moment
    ) {
        counts.add(verdict, at: moment.uptime)
        if reinstated > 0 { counts.reinstate(jumps: recent.reinstate(reinstated, of: raw.device)) }
        let entry = VerdictEntry(verdict, raw: raw, correction: correction, reinstating: reinstated, at: moment)
        guard let old = recent.add(entry) else { return }
        guard old.verdict.rejection != nil, !old.isReinstated else { return rejections.close(old.device) }
        guard let lost = rejections.add(old) else { return }
        if lost.ended.uptime > forgotten?.uptime ?? .zero { forgotten = lost.ended }
    }

    /// What was refused of late; nil where next to nothing was.
    public mutating func summary(at uptime: Duration) -> RejectionSummary? { counts.summary(at: uptime) }

    /// When a summary changes though no epoch comes, in uptime; nil before the first epoch.
    public var nextChange: Duration? { counts.nextChange }

    /// All that is kept, in the order in which it ended.
    public func entries(at uptime: Duration) -> [VerdictEntry] {
        let old = rejections.all.filter { uptime - $0.ended.uptime < Self.day }
        return (old + recent.all).sorted { $0.ended.uptime < $1.ended.uptime }
    }

    /// Until when rejections of the last day are forgotten for want of room; nil where none is.
    public func discardedUntil(at uptime: Duration) -> Timestamp? {
        guard let forgotten, uptime - forgotten.uptime < Self.day else { return nil }
        return forgotten.wallClock
    }
}

/// What came in an epoch and what was decided about it, as small as it can be kept; or a run of rejections alike.
public struct VerdictEntry: Hashable, Sendable {
    /// What was decided; of a run, about its first epoch.
    public let verdict: Verdict
    /// How many epochs it stands for.
    public private(set) var count = 1
    /// Whether it was rejected and counts as right since, because what followed agreed with it.
    var isReinstated = false
    /// When the first epoch came.
    public let began: Moment
    /// When the last epoch came.
    public private(set) var ended: Moment
    private let reinstated: Int
    let device: String
    private let mode: FixMode
    private let differential: Differential
    private let timestamp: Timestamp?
    private let coordinate: Coordinate?
    private let accuracy: HorizontalAccuracy?
    private let correction: Correction?

    init(
        _ verdict: Verdict, raw: Fix, correction: Correction? = nil, reinstating reinstated: Int = 0,
        at moment: Moment
    ) {
        self.verdict = verdict
        self.correction = correction
        self.reinstated = reinstated
        (began, ended) = (moment, moment)
        (device, mode, differential) = (raw.device, raw.mode, raw.differential)
        (timestamp, coordinate, accuracy) = (raw.timestamp, raw.coordinate, raw.horizontalAccuracy)
    }

    /// Takes in one that follows it.
    mutating func add(_ next: VerdictEntry) {
        count += next.count
        ended = next.ended
    }

    /// It in words, as of a moment.
    public func record(at moment: Moment) -> VerdictRecord {
        var record = VerdictRecord(verdict, raw: raw)
        record.correction = correction
        record.received = began.wallClock
        record.age = max(.zero, moment.uptime - ended.uptime)
        record.count = count
        record.reinstatedCount = reinstated
        if count > 1 { record.until = ended.wallClock }
        record.isReinstated = isReinstated
        return record
    }

    /// What is kept of what the receiver gave.
    private var raw: Fix {
        var raw = Fix(device: device, mode: mode)
        raw.differential = differential
        raw.timestamp = timestamp
        raw.coordinate = coordinate
        raw.horizontalAccuracy = accuracy
        return raw
    }
}

extension VerdictRecord {
    /// A verdict in words, with what it was about.
    public init(_ verdict: Verdict, raw: Fix) {
        self.init(verdict: verdict.name, raw: raw)
        reason = verdict.rejection?.name
        explanation = verdict.rejection?.explanation
    }
}
