public import Basics
public import Location

/// What a simulated receiver believes in one epoch.
public struct Measurement: Hashable, Sendable {
    /// When, UTC.
    public let time: Timestamp
    /// Where it believes to be.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// Metres per second over ground.
    public let speed: Double
    /// Degrees from true north, 0 up to but not including 360; nil when it is too slow to tell.
    public let course: Double?
    /// How sure it is.
    public let precision: Precision
    /// What it sees of the sky.
    public let satellites: [SatelliteInView]
}
