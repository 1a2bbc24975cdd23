import Glibc
public import Location

/// Where a receiver of a scenario really is, and what it has really done so far.
public struct GroundTruth: Hashable, Sendable {
    /// Where it is.
    public let coordinate: Coordinate
    /// Metres per second over ground; 0 while it stands.
    public let speed: Double
    /// Degrees from true north, 0 up to but not including 360; while it stands, that of the way before.
    public let course: Double
    /// Whether it moves.
    public let isMoving: Bool
    /// Metres travelled since the scenario began; a relocation while the receiver is off counts for nothing.
    public let distance: Double

    /// The speed in its parts.
    var velocity: (north: Double, east: Double) {
        let angle = course * .pi / 180
        return (speed * cos(angle), speed * sin(angle))
    }
}
