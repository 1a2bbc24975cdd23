/// What counts as a stay: to be within some metres for some minutes.
///
/// A receiver that stands strays by tens of metres in town, and nobody who walks takes five minutes for fifty metres;
/// a traffic light, a jam's stop and an unloading are over sooner.
public struct StayRule: Hashable, Sendable {
    /// Metres around where the stay began.
    public var radius = 50.0
    /// Metres that the accuracies of both points can add up to at most, where they are worse than ``radius``.
    public var maxRadius = 200.0
    /// How long a stay is at least.
    public var minDuration: Duration = .seconds(300)
    /// Metres per second below which it stands for the moment, where nothing else tells.
    public var maxStandingSpeed = 0.5

    /// Makes the rule with its usual limits.
    public init() {}
}
