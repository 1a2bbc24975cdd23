import Glibc
public import Location

extension Coordinate {
    /// Metres north and east to a coordinate nearby, measured at this one.
    public func way(to other: Coordinate) -> (north: Double, east: Double) {
        let metres = distance(to: other)
        guard metres > 0 else { return (0, 0) }
        let half = (other.longitude - longitude) * .pi / 360
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let north = sin(to - from) + 2 * sin(from) * cos(to) * sin(half) * sin(half)
        let east = sin(2 * half) * cos(to)
        let length = hypot(north, east)
        return length > 0 ? (metres * north / length, metres * east / length) : (0, 0)
    }
}
