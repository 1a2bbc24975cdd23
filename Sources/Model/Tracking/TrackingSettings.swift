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

    /// Makes settings.
    public init(
        staleAfter: Duration = .seconds(10), device: String? = nil, platform: Platform = .any,
        maxAccuracy: Double? = nil, allowsSimulated: Bool = false
    ) {
        self.staleAfter = staleAfter
        self.device = device
        self.platform = platform
        self.maxAccuracy = maxAccuracy
        self.allowsSimulated = allowsSimulated
    }
}
