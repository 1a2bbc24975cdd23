import Glibc

/// Metres, or metres per second, north and east.
public struct LocalVector: Hashable, Sendable {
    /// Towards the north.
    public var north: Double
    /// Towards the east.
    public var east: Double

    /// Makes a vector.
    public init(north: Double = 0, east: Double = 0) {
        self.north = north
        self.east = east
    }

    /// How long it is.
    public var length: Double { (north * north + east * east).squareRoot() }

    /// Its direction in degrees from north, 0 up to but not including 360; 0 where it has none.
    public var course: Double {
        let degrees = atan2(east, north) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive >= 360 ? 0 : positive
    }

    /// Both together.
    public static func + (left: LocalVector, right: LocalVector) -> LocalVector {
        LocalVector(north: left.north + right.north, east: left.east + right.east)
    }

    /// From the right one to the left one.
    public static func - (left: LocalVector, right: LocalVector) -> LocalVector {
        LocalVector(north: left.north - right.north, east: left.east - right.east)
    }

    /// So many times as long.
    public static func * (vector: LocalVector, factor: Double) -> LocalVector {
        LocalVector(north: vector.north * factor, east: vector.east * factor)
    }
}
