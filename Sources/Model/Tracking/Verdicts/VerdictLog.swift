public import Basics
public import Location

/// A log of verdicts that explains past decisions: the last 1,000 verdicts, and all rejections of the last day.
///
/// A value without a clock, of bounded size. Times are compared by uptime, so that setting the clock discards nothing.
/// A receiver without reception reports up to ten times a second that it has no position: runs of such uninformative
/// rejections are merged at once, runs of other rejections when they leave the last 1,000.
public struct VerdictLog: Sendable {
    private static let day: Duration = .seconds(86_400)

    private var recent: VerdictRuns
    private var rejections: VerdictRuns
    private var counts = VerdictCounts()
    /// The time of the newest rejection that was discarded for lack of space.
    private var discarded: Moment?

    /// Creates an empty log of `capacity` verdicts, and `rejectionCapacity` older runs of rejections: enough for a day
    /// of the worst receiver and reception.
    public init(capacity: Int = 1000, rejectionCapacity: Int = 10_000) {
        recent = VerdictRuns(capacity: capacity, merging: [.noPosition, .otherDevice])
        rejections = VerdictRuns(capacity: rejectionCapacity, merging: Rejection.Reason.allCases)
    }

    /// Records a verdict on the data from the receiver, with the number of earlier rejections that it reverts.
    public mutating func record(
        _ verdict: Verdict, raw: Fix, treatment: Treatment? = nil, correction: Correction? = nil,
        reinstating reinstated: Int = 0, at moment: Moment
    ) {
        counts.add(verdict, at: moment.uptime)
        if reinstated > 0 { counts.reinstate(jumps: recent.reinstate(reinstated, of: raw.device)) }
        let entry = VerdictEntry(
            verdict, raw: raw, treatment: treatment, correction: correction, reinstating: reinstated, at: moment)
        guard let old = recent.add(entry) else { return }
        guard old.verdict.rejection != nil, !old.isReinstated else { return rejections.close(old.device) }
        guard let evicted = rejections.add(old) else { return }
        if evicted.ended.uptime > discarded?.uptime ?? .zero { discarded = evicted.ended }
    }

    /// Returns a summary of recent rejections; nil if there are next to none.
    public mutating func summary(at uptime: Duration) -> RejectionSummary? { counts.summary(at: uptime) }

    /// The uptime at which the summary changes without a new epoch; nil before the first epoch.
    public var nextChange: Duration? { counts.nextChange }

    /// Returns all entries in the order of their last epoch.
    public func entries(at uptime: Duration) -> [VerdictEntry] {
        let old = rejections.all.filter { uptime - $0.ended.uptime < Self.day }
        return (old + recent.all).sorted { $0.ended.uptime < $1.ended.uptime }
    }

    /// Returns the time up to which rejections of the last day were discarded for lack of space; nil if none were.
    public func discardedUntil(at uptime: Duration) -> Timestamp? {
        guard let discarded, uptime - discarded.uptime < Self.day else { return nil }
        return discarded.wallClock
    }
}

/// The verdict on an epoch or on a run of similar rejections, in compact form.
public struct VerdictEntry: Hashable, Sendable {
    /// The verdict; for a run, on its first epoch.
    public let verdict: Verdict
    /// The number of epochs.
    public private(set) var count = 1
    /// True if the rejection was reverted, because later fixes agreed with it.
    var isReinstated = false
    /// The time of reception of the first epoch.
    public let began: Moment
    /// The time of reception of the last epoch.
    public private(set) var ended: Moment
    private let reinstated: Int
    let device: String
    private let mode: FixMode
    private let differential: Differential
    private let timestamp: Timestamp?
    private let coordinate: Coordinate?
    private let accuracy: HorizontalAccuracy?
    /// The treatment of the fix and the distance by which it was moved, in a form that fits into the gaps of the layout.
    private let treatmentKind: Treatment.Kind?
    private let treatmentDistance: Float
    private let correction: Correction?

    init(
        _ verdict: Verdict, raw: Fix, treatment: Treatment? = nil, correction: Correction? = nil,
        reinstating reinstated: Int = 0, at moment: Moment
    ) {
        self.verdict = verdict
        (treatmentKind, treatmentDistance) = (treatment?.kind, Float(treatment?.distance ?? 0))
        self.correction = correction
        self.reinstated = reinstated
        (began, ended) = (moment, moment)
        (device, mode, differential) = (raw.device, raw.mode, raw.differential)
        (timestamp, coordinate, accuracy) = (raw.timestamp, raw.coordinate, raw.horizontalAccuracy)
    }

    /// Merges the next entry of the run.
    mutating func add(_ next: VerdictEntry) {
        count += next.count
        ended = next.ended
    }

    /// Returns the entry as text, with its age at a moment.
    public func record(at moment: Moment) -> VerdictRecord {
        var record = VerdictRecord(verdict, raw: raw)
        record.treatment = treatmentKind.map { Treatment($0, distance: Double(treatmentDistance)) }
        record.correction = correction
        record.received = began.wallClock
        record.age = max(.zero, moment.uptime - ended.uptime)
        record.count = count
        record.reinstatedCount = reinstated
        if count > 1 { record.until = ended.wallClock }
        record.isReinstated = isReinstated
        return record
    }

    /// The stored part of the data from the receiver.
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
    /// Creates the record of a verdict on a fix.
    public init(_ verdict: Verdict, raw: Fix) {
        self.init(verdict: verdict.name, raw: raw)
        reason = verdict.rejection?.name
        explanation = verdict.rejection?.explanation
    }
}
