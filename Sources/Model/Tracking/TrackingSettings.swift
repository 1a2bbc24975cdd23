public import Location

/// The user's settings for tracking.
public struct TrackingSettings: Hashable, Sendable {
    /// The maximum age of a fix that is shown as current.
    public var staleAfter: Duration
    /// The device path of the receiver to use; nil for the best one.
    public var device: String?
    /// The kind of vehicle that carries the receiver.
    public var platform: Platform
    /// The maximum radius in metres; fixes with a larger one are rejected; nil for no limit.
    public var maxAccuracy: Double?
    /// True if simulated positions are accepted.
    public var allowsSimulated: Bool

    /// Creates settings.
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
