public import Location

/// Where a simulated receiver really is, and how it really moves.
public struct Truth: Hashable, Sendable {
    /// Where it is.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// Metres per second over ground, 0 while it pauses.
    public let speed: Double
    /// Degrees from true north, 0 up to but not including 360; while it pauses, that of the leg before.
    public let course: Double
}
