public import Basics

/// One epoch of one receiver: where it was, when, and how sure it is.
///
/// What the receiver did not give is nil, never 0 and never NaN.
public struct Fix: Hashable, Sendable {
    /// When the receiver measured it, UTC; nil when it does not know the time.
    public var timestamp: Timestamp?
    /// How many dimensions are solved.
    public var mode: FixMode
    /// Where; nil for an epoch without a position.
    public var coordinate: Coordinate?
    /// Metres above mean sea level; only with a three-dimensional fix.
    public var altitude: Double?
    /// Metres above the WGS 84 ellipsoid; only with a three-dimensional fix.
    public var ellipsoidalAltitude: Double?
    /// The radius around the coordinate and its origin; nil when the receiver gives none.
    public var horizontalAccuracy: HorizontalAccuracy?
    /// Metres up or down.
    public var verticalAccuracy: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Metres per second.
    public var speedAccuracy: Double?
    /// Degrees from true north, 0 up to but not including 360.
    public var course: Double?
    /// Degrees.
    public var courseAccuracy: Double?
    /// Metres per second upwards.
    public var climb: Double?
    /// The position in metres from the centre of the Earth, where the receiver gives it too.
    public var ecefPosition: ECEFVector?
    /// The velocity in that frame, metres per second.
    public var ecefVelocity: ECEFVector?
    /// The receiver's path as gpsd names it.
    public var device: String
    /// What helped the receiver.
    public var differential: Differential
    /// Which of the receiver's data the position was taken from.
    public var source: PositionSource
    /// Where the time comes from.
    public var timeSource: TimeSource

    /// Makes an epoch in which nothing but its device and mode is known.
    public init(device: String, mode: FixMode = .unknown) {
        self.device = device
        self.mode = mode
        self.differential = .none
        self.source = .receiver
        self.timeSource = .receiver
    }
}
