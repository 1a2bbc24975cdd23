public import Basics

/// The verdict on an epoch, or on a run of similar epochs, as text.
public struct VerdictRecord: Hashable, Sendable {
    /// `accepted`, `duplicate` or `rejected`.
    public var verdict: String
    /// The machine-readable reason of a rejection; nil otherwise.
    public var reason: String?
    /// A one-line explanation of the rejection, with numbers.
    public var explanation: String?
    /// True if the rejection was reverted, because later fixes agreed with it.
    public var isReinstated = false
    /// The data from the receiver; for a run, of its first epoch.
    public var raw: Fix
    /// The treatment of a fix that was not rejected; nil if it is unknown.
    public var treatment: Treatment?
    /// The correction that was applied; nil if there was none.
    public var correction: Correction?
    /// The time of reception by the wall clock of that time; nil in a replay, which has only the receiver's time.
    public var received: Timestamp?
    /// The age of the last epoch at the time of writing; nil in a replay.
    public var age: Duration?
    /// The number of epochs, 1 or more.
    public var count: Int
    /// The time of the last epoch of a run; nil for a single epoch.
    public var until: Timestamp?
    /// The number of earlier rejections that this epoch reverted; usually 0.
    public var reinstatedCount = 0
    /// The time up to which rejections of the last day were discarded for lack of space; nil if none were.
    public var discardedUntil: Timestamp?

    /// Creates the record of a single epoch.
    public init(verdict: String, raw: Fix) {
        self.verdict = verdict
        self.raw = raw
        count = 1
    }
}

/// The treatment of a fix that was not rejected, and its distance from the position shown.
public struct Treatment: Hashable, Sendable {
    /// The ways to show a fix.
    public enum Kind: String, CaseIterable, Sendable {
        /// The fix itself is shown.
        case passedThrough = "passed-through"
        /// Moved on by the speed and averaged over some seconds.
        case smoothed
        /// Averaged at rest.
        case averaged
        /// Without effect: too far from the mean at rest, but possible.
        case held
        /// The fix itself is shown, and the estimate starts anew.
        case restarted
    }

    /// The kind of treatment.
    public let kind: Kind
    /// Metres from the fix to the position shown.
    public let distance: Double

    /// Creates a treatment.
    public init(_ kind: Kind, distance: Double) {
        self.kind = kind
        self.distance = distance
    }
}

/// The correction applied to an implausible position or time of a receiver.
public struct Correction: Hashable, Sendable {
    /// Metres from the reported position to the one computed from the Earth-centred coordinates; nil if the reported
    /// position is used.
    public let distance: Double?
    /// The origin of the time.
    public let timeSource: TimeSource
    /// Weeks added to the time, a multiple of 1024; 0 if it was not shifted.
    public let weeks: Int32

    /// Creates a correction; nil if position and time are the receiver's own.
    public init?(distance: Double?, timeSource: TimeSource = .receiver, weeks: Int32 = 0) {
        guard distance != nil || timeSource != .receiver else { return nil }
        self.distance = distance
        self.timeSource = timeSource
        self.weeks = weeks
    }

    /// The data of the receiver from which the position was taken.
    public var source: PositionSource { distance == nil ? .receiver : .ecef }
}
