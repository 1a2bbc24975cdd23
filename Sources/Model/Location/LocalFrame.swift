import Glibc

/// A local tangent plane around a point, in metres north and east, for movements within some kilometres.
///
/// Based on surface normals, and so valid at the poles and across the antimeridian; the error within 10 km of the
/// origin is below 1e-5.
public struct LocalFrame: Sendable {
    /// The point at which north and east are 0.
    public let origin: Coordinate

    private let normal: SurfaceNormal
    private let north: (x: Double, y: Double, z: Double)
    private let east: (x: Double, y: Double)
    private let radii: (meridian: Double, primeVertical: Double)

    /// Creates a plane around a point.
    public init(origin: Coordinate) {
        self.origin = origin
        normal = SurfaceNormal(origin)
        (north, east) = normal.axes
        radii = Ellipsoid.radii(sineOfLatitude: normal.z)
    }

    /// Returns the offset of a coordinate from the origin, in metres.
    public func offset(of coordinate: Coordinate) -> LocalVector { projection(of: coordinate).offset }

    /// Returns the projection of a coordinate onto this plane.
    public func projection(of coordinate: Coordinate) -> Projection {
        let other = SurfaceNormal(coordinate)
        let step = (x: other.x - normal.x, y: other.y - normal.y, z: other.z - normal.z)
        let offset = LocalVector(
            north: radii.meridian * (step.x * north.x + step.y * north.y + step.z * north.z),
            east: radii.primeVertical * (step.x * east.x + step.y * east.y))
        return Projection(offset: offset, normal: other)
    }

    /// A coordinate projected onto the plane, computed once and used for several queries.
    public struct Projection: Sendable {
        /// The offset from the origin of the plane, in metres.
        public let offset: LocalVector
        fileprivate let normal: SurfaceNormal
    }

    /// Returns the coordinate at an offset from the origin.
    public func coordinate(of offset: LocalVector) -> Coordinate {
        guard offset.north != 0 || offset.east != 0 else { return origin }
        // The radii at the midpoint, as in `Coordinate.moved(north:east:)`, without computing the origin's sines again.
        let half = offset.north / radii.meridian / 2
        let halfway = Ellipsoid.radii(sineOfLatitude: normal.z + half * (north.z - half * normal.z / 2))
        let angle = (north: offset.north / halfway.meridian, east: offset.east / halfway.primeVertical)
        return normal.rotated(by: angle)?.coordinate ?? origin
    }

    /// Converts a speed and a true course at a point to a vector of this plane.
    public func velocity(speed: Double, course: Double, at place: Projection) -> LocalVector {
        let direction = place.normal.direction(course: course)
        return LocalVector(
            north: speed * (direction.x * north.x + direction.y * north.y + direction.z * north.z),
            east: speed * (direction.x * east.x + direction.y * east.y))
    }
}

extension SurfaceNormal {
    /// Returns the horizontal unit vector of a true course in degrees.
    fileprivate func direction(course: Double) -> (x: Double, y: Double, z: Double) {
        let (north, east) = axes
        let angle = course * .pi / 180
        let (along, across) = (cos(angle), sin(angle))
        return (along * north.x + across * east.x, along * north.y + across * east.y, along * north.z)
    }
}

/// A vector in the horizontal plane, in metres or metres per second.
public struct LocalVector: Hashable, Sendable {
    /// The north component.
    public var north: Double
    /// The east component.
    public var east: Double

    /// Creates a vector.
    public init(north: Double = 0, east: Double = 0) {
        self.north = north
        self.east = east
    }

    /// The magnitude.
    public var length: Double { (north * north + east * east).squareRoot() }

    /// The direction in degrees from north, 0 up to but not including 360; 0 for the zero vector.
    public var course: Double {
        let degrees = atan2(east, north) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive >= 360 ? 0 : positive
    }

    /// Returns the sum.
    public static func + (left: LocalVector, right: LocalVector) -> LocalVector {
        LocalVector(north: left.north + right.north, east: left.east + right.east)
    }

    /// Returns the difference.
    public static func - (left: LocalVector, right: LocalVector) -> LocalVector {
        LocalVector(north: left.north - right.north, east: left.east - right.east)
    }

    /// Returns the vector scaled by a factor.
    public static func * (vector: LocalVector, factor: Double) -> LocalVector {
        LocalVector(north: vector.north * factor, east: vector.east * factor)
    }
}
