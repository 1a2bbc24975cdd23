import Glibc
public import Location

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
