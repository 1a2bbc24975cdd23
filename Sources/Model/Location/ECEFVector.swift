import Glibc

/// A position or velocity in the Earth-centred, Earth-fixed frame of WGS 84.
public struct ECEFVector: Hashable, Sendable {
    /// The axis through latitude 0, longitude 0; metres or metres per second.
    public var x: Double
    /// The axis through latitude 0, longitude 90 east; metres or metres per second.
    public var y: Double
    /// The axis through the north pole; metres or metres per second.
    public var z: Double

    /// Creates a vector; nil if a component is not finite.
    public init?(x: Double, y: Double, z: Double) {
        guard x.isFinite, y.isFinite, z.isFinite else { return nil }
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A coordinate on the ellipsoid and the height above it.
public struct GeodeticPosition: Hashable, Sendable {
    /// The coordinate.
    public var coordinate: Coordinate
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double

    /// Creates a position at a height.
    public init(coordinate: Coordinate, ellipsoidalAltitude: Double) {
        self.coordinate = coordinate
        self.ellipsoidalAltitude = ellipsoidalAltitude
    }

    /// Converts an Earth-centred position; nil within 1,000 km of the centre, where "up" is undefined.
    ///
    /// B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey Review 23 (1976), iterated,
    /// with the height of "The accuracy of geodetic latitude and height equations", Survey Review 28 (1985), which is
    /// valid at the poles too. Accurate to a micrometre from 100 km below the surface up to satellite orbits.
    public init?(ecef position: ECEFVector) {
        let fromAxis = hypot(position.x, position.y)
        guard (1e6...1e9).contains(hypot(fromAxis, position.z)) else { return nil }
        let up = Self.up(fromAxis: fromAxis, z: position.z)
        let coordinate = Coordinate(
            latitude: atan2(up.sine, up.cosine) * 180 / .pi,
            longitude: atan2(position.y, position.x) * 180 / .pi)
        guard let coordinate else { return nil }
        self.coordinate = coordinate
        let bend = (1 - Ellipsoid.eccentricitySquared * up.sine * up.sine).squareRoot()
        ellipsoidalAltitude = fromAxis * up.cosine + position.z * up.sine - Ellipsoid.semiMajorAxis * bend
    }

    /// Returns sine and cosine of the latitude, iterated over the reduced latitude: each round reduces the error,
    /// initially at most a few minutes of arc, by a factor of 1e-5.
    private static func up(fromAxis: Double, z: Double) -> (sine: Double, cosine: Double) {
        let a = Ellipsoid.semiMajorAxis
        let b = Ellipsoid.semiMinorAxis
        var reduced = normalized(a * z, b * fromAxis)
        var up = reduced
        for _ in 0..<4 {
            up = normalized(
                z + Ellipsoid.secondEccentricitySquared * b * reduced.sine * reduced.sine * reduced.sine,
                fromAxis - Ellipsoid.eccentricitySquared * a * reduced.cosine * reduced.cosine * reduced.cosine)
            reduced = normalized((1 - Ellipsoid.flattening) * up.sine, up.cosine)
        }
        return up
    }

    private static func normalized(_ sine: Double, _ cosine: Double) -> (sine: Double, cosine: Double) {
        let length = hypot(sine, cosine)
        return (sine / length, cosine / length)
    }
}

extension ECEFVector {
    /// Converts a geodetic position; nil if its height is not finite.
    public init?(_ place: GeodeticPosition) {
        let up = SurfaceNormal(place.coordinate)
        let primeVertical = Ellipsoid.radii(sineOfLatitude: up.z).primeVertical
        let height = place.ellipsoidalAltitude
        self.init(
            x: (primeVertical + height) * up.x, y: (primeVertical + height) * up.y,
            z: (primeVertical * (1 - Ellipsoid.eccentricitySquared) + height) * up.z)
    }

    /// The magnitude: metres from the centre of the Earth, or metres per second.
    public var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// Returns the horizontal distance in metres from a coordinate; the height does not count, because it is measured
    /// along the same vertical.
    public func horizontalDistance(from coordinate: Coordinate) -> Double {
        let up = SurfaceNormal(coordinate)
        let primeVertical = Ellipsoid.radii(sineOfLatitude: up.z).primeVertical
        let offset = (
            x: x - primeVertical * up.x, y: y - primeVertical * up.y,
            z: z - primeVertical * (1 - Ellipsoid.eccentricitySquared) * up.z
        )
        let height = offset.x * up.x + offset.y * up.y + offset.z * up.z
        let level = (x: offset.x - height * up.x, y: offset.y - height * up.y, z: offset.z - height * up.z)
        return (level.x * level.x + level.y * level.y + level.z * level.z).squareRoot()
    }

    /// Returns the straight-line distance to another position, in metres.
    public func distance(to other: ECEFVector) -> Double {
        hypot(hypot(other.x - x, other.y - y), other.z - z)
    }
}

/// A velocity in the local frame of a point on the ground.
public struct LocalVelocity: Hashable, Sendable {
    /// The component towards true north, in metres per second.
    public var north: Double
    /// The component towards east, in metres per second.
    public var east: Double
    /// The vertical component in metres per second, positive upwards.
    public var up: Double

    /// Converts an Earth-centred velocity to the local frame at a coordinate.
    public init(ecef velocity: ECEFVector, at coordinate: Coordinate) {
        let normal = SurfaceNormal(coordinate)
        let axes = normal.axes
        north = velocity.x * axes.north.x + velocity.y * axes.north.y + velocity.z * axes.north.z
        east = velocity.x * axes.east.x + velocity.y * axes.east.y
        up = velocity.x * normal.x + velocity.y * normal.y + velocity.z * normal.z
    }

    /// The speed over ground in metres per second.
    public var speed: Double { hypot(north, east) }

    /// The course in degrees from true north, 0 up to but not including 360; nil at zero speed over ground.
    public var course: Double? {
        guard speed > 0 else { return nil }
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : degrees
    }
}
