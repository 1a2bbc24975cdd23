public import Basics
public import Location

/// A position between two fixes.
public struct InterpolatedPosition: Hashable, Sendable {
    /// The time that was asked for.
    public let timestamp: Timestamp
    /// Where it was, on the shortest way between both.
    public let coordinate: Coordinate
    /// Metres around it; nil where a fix has no accuracy itself.
    public let horizontalAccuracy: Double?
    /// Metres above mean sea level; nil where a fix has none.
    public let altitude: Double?
    /// The fix before.
    public let before: TrackPoint
    /// The fix after.
    public let after: TrackPoint
}
