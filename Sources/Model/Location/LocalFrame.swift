import Glibc

/// A flat map around a point: metres north and east of it, for what moves within some kilometres.
///
/// Built on surface normals, so that it holds at the poles and across the antimeridian; within 10 km of its origin
/// it is off by less than a hundred-thousandth.
public struct LocalFrame: Sendable {
    /// Where north and east are 0.
    public let origin: Coordinate

    private let normal: SurfaceNormal
    private let north: (x: Double, y: Double, z: Double)
    private let east: (x: Double, y: Double)
    private let radii: (meridian: Double, primeVertical: Double)

    /// Makes a map around a point.
    public init(origin: Coordinate) {
        self.origin = origin
        normal = SurfaceNormal(origin)
        (north, east) = normal.axes
        radii = Ellipsoid.radii(sineOfLatitude: normal.z)
    }

    /// Metres north and east of the origin.
    public func offset(of coordinate: Coordinate) -> LocalVector { projection(of: coordinate).offset }

    /// A coordinate on this map.
    public func projection(of coordinate: Coordinate) -> Projection {
        let other = SurfaceNormal(coordinate)
        let step = (x: other.x - normal.x, y: other.y - normal.y, z: other.z - normal.z)
        let offset = LocalVector(
            north: radii.meridian * (step.x * north.x + step.y * north.y + step.z * north.z),
            east: radii.primeVertical * (step.x * east.x + step.y * east.y))
        return Projection(offset: offset, normal: other)
    }

    /// A place on a map, worked out once for all that is asked of it.
    public struct Projection: Sendable {
        /// Metres north and east of the map's origin.
        public let offset: LocalVector
        fileprivate let normal: SurfaceNormal
    }

    /// The coordinate that many metres from the origin.
    public func coordinate(of offset: LocalVector) -> Coordinate {
        guard offset.north != 0 || offset.east != 0 else { return origin }
        // The radii halfway, as in `Coordinate.moved(north:east:)`, without asking for the origin's sines again.
        let half = offset.north / radii.meridian / 2
        let halfway = Ellipsoid.radii(sineOfLatitude: normal.z + half * (north.z - half * normal.z / 2))
        let angle = (north: offset.north / halfway.meridian, east: offset.east / halfway.primeVertical)
        return normal.rotated(by: angle)?.coordinate ?? origin
    }

    /// A velocity, given by speed and true course at a place, in this map's directions.
    public func velocity(speed: Double, course: Double, at place: Projection) -> LocalVector {
        let direction = place.normal.direction(course: course)
        return LocalVector(
            north: speed * (direction.x * north.x + direction.y * north.y + direction.z * north.z),
            east: speed * (direction.x * east.x + direction.y * east.y))
    }

    /// A vector of this map in the directions of another one.
    public func rotated(_ vector: LocalVector, into other: LocalFrame) -> LocalVector {
        let x = vector.north * north.x + vector.east * east.x
        let y = vector.north * north.y + vector.east * east.y
        let z = vector.north * north.z
        return LocalVector(
            north: x * other.north.x + y * other.north.y + z * other.north.z,
            east: x * other.east.x + y * other.east.y)
    }

    /// The true course of a vector of this map at a place, in degrees, 0 up to but not including 360.
    public func course(of vector: LocalVector, at place: Coordinate) -> Double {
        rotated(vector, into: LocalFrame(origin: place)).course
    }
}

extension SurfaceNormal {
    /// The horizontal unit vector in a true course of so many degrees.
    fileprivate func direction(course: Double) -> (x: Double, y: Double, z: Double) {
        let (north, east) = axes
        let angle = course * .pi / 180
        let (along, across) = (cos(angle), sin(angle))
        return (along * north.x + across * east.x, along * north.y + across * east.y, along * north.z)
    }
}

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
