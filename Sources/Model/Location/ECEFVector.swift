import Glibc

/// A position or velocity in the Earth-centred, Earth-fixed frame of WGS 84.
public struct ECEFVector: Hashable, Sendable {
    /// Towards latitude 0, longitude 0; metres or metres per second.
    public var x: Double
    /// Towards latitude 0, longitude 90 east; metres or metres per second.
    public var y: Double
    /// Towards the north pole; metres or metres per second.
    public var z: Double

    /// Makes a vector, or nil where a component is not finite.
    public init?(x: Double, y: Double, z: Double) {
        guard x.isFinite, y.isFinite, z.isFinite else { return nil }
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A place on the ellipsoid and the height above it.
public struct GeodeticPosition: Hashable, Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// Metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double

    /// Makes a place at a height.
    public init(coordinate: Coordinate, ellipsoidalAltitude: Double) {
        self.coordinate = coordinate
        self.ellipsoidalAltitude = ellipsoidalAltitude
    }

    /// Converts an Earth-centred position; nil within 1 000 km of the centre, where no up is to be told.
    ///
    /// B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey Review 23 (1976), iterated,
    /// with the height of his "The accuracy of geodetic latitude and height equations", Survey Review 28 (1985), which
    /// holds at the poles too. To a micrometre from 100 km below the surface up to the orbits of the satellites.
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

    /// Sine and cosine of the latitude, by way of the reduced latitude: each round leaves a hundred-thousandth of the
    /// error, which at the start is at most a few minutes of arc.
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
    /// The Earth-centred position of a place; nil where its height is not finite.
    public init?(_ place: GeodeticPosition) {
        let up = SurfaceNormal(place.coordinate)
        let primeVertical = Ellipsoid.radii(sineOfLatitude: up.z).primeVertical
        let height = place.ellipsoidalAltitude
        self.init(
            x: (primeVertical + height) * up.x, y: (primeVertical + height) * up.y,
            z: (primeVertical * (1 - Ellipsoid.eccentricitySquared) + height) * up.z)
    }

    /// How far from the centre of the Earth, or how fast; metres or metres per second.
    public var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// Metres, on the level of a coordinate, from there to the point below or above this position; its height costs
    /// nothing, because it is measured along the same upright.
    public func horizontalDistance(from coordinate: Coordinate) -> Double {
        let up = SurfaceNormal(coordinate)
        let primeVertical = Ellipsoid.radii(sineOfLatitude: up.z).primeVertical
        let way = (
            x: x - primeVertical * up.x, y: y - primeVertical * up.y,
            z: z - primeVertical * (1 - Ellipsoid.eccentricitySquared) * up.z
        )
        let height = way.x * up.x + way.y * up.y + way.z * up.z
        let level = (x: way.x - height * up.x, y: way.y - height * up.y, z: way.z - height * up.z)
        return (level.x * level.x + level.y * level.y + level.z * level.z).squareRoot()
    }

    /// The straight line to another position, in metres.
    public func distance(to other: ECEFVector) -> Double {
        hypot(hypot(other.x - x, other.y - y), other.z - z)
    }
}

/// A velocity as seen from a place on the ground.
public struct LocalVelocity: Hashable, Sendable {
    /// Metres per second towards true north.
    public var north: Double
    /// Metres per second towards the east.
    public var east: Double
    /// Metres per second upwards.
    public var up: Double

    /// Turns an Earth-centred velocity into the directions of a place.
    public init(ecef velocity: ECEFVector, at coordinate: Coordinate) {
        let normal = SurfaceNormal(coordinate)
        let axes = normal.axes
        north = velocity.x * axes.north.x + velocity.y * axes.north.y + velocity.z * axes.north.z
        east = velocity.x * axes.east.x + velocity.y * axes.east.y
        up = velocity.x * normal.x + velocity.y * normal.y + velocity.z * normal.z
    }

    /// Metres per second over ground.
    public var speed: Double { hypot(north, east) }

    /// Degrees from true north, 0 up to but not including 360; nil where nothing moves over ground.
    public var course: Double? {
        guard speed > 0 else { return nil }
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : degrees
    }
}
