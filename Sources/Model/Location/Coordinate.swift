import Glibc

/// A point on the WGS 84 ellipsoid, valid by construction.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// Makes a coordinate, or nil where a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate {
    /// Makes a coordinate in any case: what is out of range is brought to the nearest, what is no number is 0.
    ///
    /// For values that a program works out itself; what comes from outside goes through ``init(latitude:longitude:)``.
    public init(clampingLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude.isNaN ? 0 : min(max(latitude, -90), 90)
        self.longitude = longitude.isNaN ? 0 : min(max(longitude, -180), 180)
    }

    /// The coordinate that many metres away along the ellipsoid.
    ///
    /// For steps up to 10 km, good to a hundred-thousandth of the step. Across a pole or the antimeridian it comes
    /// out on the other side; at a pole itself, north and east are those of the pole's longitude. A step that is not
    /// finite stays where it is.
    public func moved(north: Double, east: Double) -> Coordinate {
        guard north != 0 || east != 0 else { return self }
        let start = SurfaceNormal(self)
        let first = Ellipsoid.radii(sineOfLatitude: start.z)
        // The radii halfway make the result right to the second order.
        let halfway = latitude * .pi / 180 + north / first.meridian / 2
        let radii = Ellipsoid.radii(sineOfLatitude: sin(halfway))
        let angle = (north: north / radii.meridian, east: east / radii.primeVertical)
        return start.rotated(by: angle)?.coordinate ?? self
    }

    /// Metres along the ellipsoid to another coordinate, to a tenth of a millimetre, for any two points.
    public func distance(to other: Coordinate) -> Double {
        shortDistance(to: other) ?? Geodesic(from: self, to: other).distance
    }

    /// The course in which the shortest way to another coordinate begins: degrees from true north, 0 up to but not
    /// including 360; nil where there is no way to go.
    ///
    /// From a pole, it is told from the direction of the pole's longitude.
    public func bearing(to other: Coordinate) -> Double? {
        distanceAndBearing(to: other).bearing
    }

    /// The shortest way to another coordinate: ``distance(to:)`` and ``bearing(to:)`` for the price of one of them.
    public func distanceAndBearing(to other: Coordinate) -> (distance: Double, bearing: Double?) {
        let way = Geodesic(from: self, to: other)
        let distance = shortDistance(to: other) ?? way.distance
        return (distance, distance > 1e-6 ? way.azimuth : nil)
    }

    /// The distance by the curvature halfway, where that is exact to a tenth of a millimetre: within 5 km.
    ///
    /// Its error grows with the cube of the distance; measured against GeographicLib in the tests. It costs a
    /// hundredth of the full solution, and the odometer asks each epoch.
    func shortDistance(to other: Coordinate) -> Double? {
        let from = SurfaceNormal(self)
        let to = SurfaceNormal(other)
        let step = (x: to.x - from.x, y: to.y - from.y, z: to.z - from.z)
        let angle = (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot()
        guard angle < 5000 / Ellipsoid.semiMajorAxis else { return nil }
        let middle = SurfaceNormal(x: from.x + to.x, y: from.y + to.y, z: from.z + to.z) ?? from
        let (north, east) = middle.axes
        let radii = Ellipsoid.radii(sineOfLatitude: middle.z)
        let northwards = radii.meridian * (step.x * north.x + step.y * north.y + step.z * north.z)
        let eastwards = radii.primeVertical * (step.x * east.x + step.y * east.y)
        let chord = (northwards * northwards + eastwards * eastwards).squareRoot()
        // From the straight line through the sphere of normals to the arc over it: the series of asin.
        return chord * (1 + angle * angle / 24)
    }
}

extension SurfaceNormal {
    /// The normal after turning by these angles, in radians, along a great circle.
    func rotated(by angle: (north: Double, east: Double)) -> SurfaceNormal? {
        let square = angle.north * angle.north + angle.east * angle.east
        guard square > 0 else { return self }
        let (cosine, ratio) = Self.cosineAndSineRatio(square: square)
        let (north, east) = axes
        let along = (north: ratio * angle.north, east: ratio * angle.east)
        return SurfaceNormal(
            x: cosine * x + along.north * north.x + along.east * east.x,
            y: cosine * y + along.north * north.y + along.east * east.y,
            z: cosine * z + along.north * north.z)
    }

    /// The cosine of an angle and its sine divided by it; by their series where these are exact to the last digit.
    private static func cosineAndSineRatio(square: Double) -> (Double, Double) {
        guard square < 1e-5 else {
            let angle = square.squareRoot()
            return (cos(angle), sin(angle) / angle)
        }
        return (1 - square / 2 * (1 - square / 12), 1 - square / 6 * (1 - square / 20))
    }
}

extension Coordinate {
    /// The point at a share of the shortest way to another one: 0 is here, 1 is there; what is beyond is brought to the
    /// nearest.
    ///
    /// Along the great circle over surface normals, so across poles and antimeridian too. Of a way between opposite ends
    /// of the Earth there is none that is the shortest: then it stays here up to the middle, and is there behind it.
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        guard fraction > 0 else { return self }
        guard fraction < 1, self != other else { return other }
        let (start, end) = (SurfaceNormal(self), SurfaceNormal(other))
        let sum = (x: start.x + end.x, y: start.y + end.y, z: start.z + end.z)
        let step = (x: end.x - start.x, y: end.y - start.y, z: end.z - start.z)
        // Half the angle between both, from the lengths of their difference and their sum: exact for any angle.
        let angle = 2 * atan2(Self.length(step), Self.length(sum))
        let sine = sin(angle)
        guard angle > 0, sine > 1e-12 else { return fraction < 0.5 || angle == 0 ? self : other }
        let (from, to) = (sin((1 - fraction) * angle) / sine, sin(fraction * angle) / sine)
        let point = SurfaceNormal(
            x: from * start.x + to * end.x, y: from * start.y + to * end.y, z: from * start.z + to * end.z)
        return point?.coordinate ?? self
    }

    private static func length(_ vector: (x: Double, y: Double, z: Double)) -> Double {
        (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z).squareRoot()
    }
}
