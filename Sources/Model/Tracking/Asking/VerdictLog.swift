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
