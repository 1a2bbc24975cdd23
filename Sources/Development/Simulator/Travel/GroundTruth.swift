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

extension Coordinate {
    /// Metres north and east to a coordinate nearby, measured at this one.
    public func displacement(to other: Coordinate) -> (north: Double, east: Double) {
        let metres = distance(to: other)
        guard metres > 0 else { return (0, 0) }
        let half = (other.longitude - longitude) * .pi / 360
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let north = sin(to - from) + 2 * sin(from) * cos(to) * sin(half) * sin(half)
        let east = sin(2 * half) * cos(to)
        let length = hypot(north, east)
        return length > 0 ? (metres * north / length, metres * east / length) : (0, 0)
    }

    /// Degrees by which the course of a straight way from here changes until there, because north is elsewhere.
    ///
    /// Napier's analogy for the angles of the triangle with the pole; it holds past the pole too.
    func convergence(to other: Coordinate) -> Double {
        guard self != other else { return 0 }
        let half = (other.longitude - longitude) * .pi / 360
        let middle = (other.latitude + latitude) * .pi / 360
        let rise = (other.latitude - latitude) * .pi / 360
        return 2 * atan2(sin(half) * sin(middle), cos(half) * cos(rise)) * 180 / .pi
    }
}
