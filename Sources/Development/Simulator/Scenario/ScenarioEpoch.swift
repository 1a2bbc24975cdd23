public import Basics
public import Location

/// One epoch of a scenario: what came, when, and the truth beside it.
public struct ScenarioEpoch: Sendable {
    /// When this machine gets it.
    public var moment: Moment
    /// What the receiver says, as gpsd passes it on; nil while it is silent.
    public var fix: Fix?
    /// What it sees of the sky; nil while it is silent.
    public var satellites: Satellites?
    /// Where the receiver itself believes to be; nil without a position.
    ///
    /// Differs from the fix where gpsd spoils it.
    public var measured: Coordinate?
    /// The true time of the epoch, UTC, whatever the receiver's calendar says.
    public var time: Timestamp
    /// Where it really is at that time.
    public var truth: GroundTruth
    /// Whether the position is one of those that should never be shown.
    public var isOutlier = false
    /// Whether the epoch is one that came already.
    public var isDuplicate = false
}
