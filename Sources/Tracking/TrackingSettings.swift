public import Location

/// What the user can decide about tracking.
public struct TrackingSettings: Hashable, Sendable {
    /// How old the last accepted fix may be and still be shown as current.
    public var staleAfter: Duration
    /// The one receiver to use, by the path gpsd gives it; nil for the best.
    public var device: String?
    /// What carries the receiver.
    public var platform: Platform
    /// Metres: fixes with a larger radius are not used; nil for no limit.
    public var maxAccuracy: Double?
    /// Whether positions of a simulator count.
    public var allowsSimulated: Bool
    /// Whether the position shown is estimated from all fixes, with their times and jumps judged.
    ///
    /// Off in the daemon until the estimator holds what docs/design.md asks of it; `make truth` and the tests run it.
    public var isEstimating: Bool

    /// Makes settings.
    public init(
        staleAfter: Duration = .seconds(10), device: String? = nil, platform: Platform = .any,
        maxAccuracy: Double? = nil, allowsSimulated: Bool = false, isEstimating: Bool = false
    ) {
        self.staleAfter = staleAfter
        self.device = device
        self.platform = platform
        self.maxAccuracy = maxAccuracy
        self.allowsSimulated = allowsSimulated
        self.isEstimating = isEstimating
    }
}
