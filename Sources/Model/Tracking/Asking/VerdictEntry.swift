public import Basics
public import Location

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
