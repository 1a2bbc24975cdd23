public import Basics

/// What came in an epoch and what was decided about it, or about a run of epochs alike, in words.
public struct VerdictRecord: Hashable, Sendable {
    /// `accepted`, `duplicate` or `rejected`.
    public var verdict: String
    /// Why it was rejected, in one word for programs; nil when it was not.
    public var reason: String?
    /// The same in one line for people, with the numbers.
    public var explanation: String?
    /// Whether it was rejected and counts as right since, because what followed agreed with it.
    public var isReinstated = false
    /// What the receiver gave; of a run, in its first epoch.
    public var raw: Fix
    /// What was used in place of that; nil where it is what was decided about.
    public var correction: Correction?
    /// When this machine got it, by the wall clock as it was then; nil in a replay, which has the receiver's time alone.
    public var received: Timestamp?
    /// How long ago the last epoch came when this was written; nil in a replay.
    public var age: Duration?
    /// How many epochs it stands for, 1 or more.
    public var count: Int
    /// When the last of several came; nil for a single epoch.
    public var until: Timestamp?
    /// How many rejected epochs before it count as right because of it; 0 for most.
    public var reinstatedCount = 0
    /// Rejections of the last day up to this moment are forgotten for want of room; nil where none is.
    public var discardedUntil: Timestamp?

    /// Makes the record of a single epoch.
    public init(verdict: String, raw: Fix) {
        self.verdict = verdict
        self.raw = raw
        count = 1
    }
}

/// What was used in place of what a receiver gave, because that could not be right.
public struct Correction: Hashable, Sendable {
    /// Metres from the position given to the one used, which is made of the Earth-centred coordinates; nil where the
    /// position is the one given.
    public let distance: Double?
    /// Where the time comes from.
    public let timeSource: TimeSource
    /// How many weeks a shifted time was moved, a multiple of 1024; 0 for a time that was not.
    public let weeks: Int32

    /// Makes a correction, or nil where position and time are the receiver's own.
    public init?(distance: Double?, timeSource: TimeSource = .receiver, weeks: Int32 = 0) {
        guard distance != nil || timeSource != .receiver else { return nil }
        self.distance = distance
        self.timeSource = timeSource
        self.weeks = weeks
    }

    /// Which of the receiver's data the position was taken from.
    public var source: PositionSource { distance == nil ? .receiver : .ecef }
}
