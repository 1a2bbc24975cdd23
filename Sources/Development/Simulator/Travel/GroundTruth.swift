import Glibc
public import Location

/// The true position and motion of the receiver of a scenario.
public struct GroundTruth: Hashable, Sendable {
    /// The position.
    public let coordinate: Coordinate
    /// The speed over ground in metres per second; 0 at rest.
    public let speed: Double
    /// The course in degrees from true north, 0 up to but not including 360; at rest, the last one.
    public let course: Double
    /// True in motion.
    public let isMoving: Bool
    /// The distance travelled since the start in metres, without relocations while the receiver is off.
    public let distance: Double

    var velocity: (north: Double, east: Double) {
        let angle = course * .pi / 180
        return (speed * cos(angle), speed * sin(angle))
    }
}

extension Coordinate {
    /// Returns the displacement in metres north and east to a nearby coordinate.
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

    /// Returns the change of the course of a straight path from here to another coordinate in degrees, due to meridian
    /// convergence.
    ///
    /// Napier's analogy for the angles of the triangle with the pole; valid past the pole too.
    func convergence(to other: Coordinate) -> Double {
        guard self != other else { return 0 }
        let half = (other.longitude - longitude) * .pi / 360
        let middle = (other.latitude + latitude) * .pi / 360
        let rise = (other.latitude - latitude) * .pi / 360
        return 2 * atan2(sin(half) * sin(middle), cos(half) * cos(rise)) * 180 / .pi
    }
}
