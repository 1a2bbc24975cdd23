import Glibc

/// A point on the WGS 84 ellipsoid, valid by construction.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double

    /// Creates a coordinate; nil if a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate {
    /// Creates a coordinate; nil if a value is absent, not finite or out of range.
    public init?(optionalLatitude latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// True for exactly 0, 0, which receivers and programs write when they have no position.
    ///
    /// A measured position has so many decimals that it is hardly ever exactly there, even in the Gulf of Guinea.
    public var isNullIsland: Bool { latitude == 0 && longitude == 0 }

    /// Creates a coordinate with each value clamped to its range; NaN becomes 0.
    ///
    /// For values that the program computes; external values use ``init(latitude:longitude:)``.
    public init(clampingLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude.isNaN ? 0 : min(max(latitude, -90), 90)
        self.longitude = longitude.isNaN ? 0 : min(max(longitude, -180), 180)
    }

    /// Returns the coordinate at an offset in metres along the ellipsoid.
    ///
    /// Accurate to 1e-5 of the step for steps up to 10 km. Crosses poles and the antimeridian; at a pole, north and
    /// east are those of the longitude given. Returns this coordinate if the step is not finite.
    public func moved(north: Double, east: Double) -> Coordinate {
        guard north != 0 || east != 0 else { return self }
        let start = SurfaceNormal(self)
        let first = Ellipsoid.radii(sineOfLatitude: start.z)
        // The radii at the midpoint make the result accurate to second order.
        let halfway = latitude * .pi / 180 + north / first.meridian / 2
        let radii = Ellipsoid.radii(sineOfLatitude: sin(halfway))
        let angle = (north: north / radii.meridian, east: east / radii.primeVertical)
        return start.rotated(by: angle)?.coordinate ?? self
    }

    /// Returns the coordinate at a distance in metres and a bearing in degrees from true north, as accurate as
    /// ``moved(north:east:)``.
    public func moved(distance: Double, bearing: Double) -> Coordinate {
        let angle = bearing * .pi / 180
        return moved(north: distance * cos(angle), east: distance * sin(angle))
    }

    /// Returns the distance to another coordinate along the ellipsoid, in metres, accurate to 0.1 mm for any two
    /// points.
    public func distance(to other: Coordinate) -> Double {
        shortDistance(to: other) ?? Geodesic(from: self, to: other).distance
    }

    /// Returns the initial bearing of the geodesic to another coordinate: degrees from true north, 0 up to but not
    /// including 360; nil if both points coincide.
    ///
    /// At a pole, the bearing is relative to the meridian of this coordinate's longitude.
    public func bearing(to other: Coordinate) -> Double? {
        distanceAndBearing(to: other).bearing
    }

    /// Returns ``distance(to:)`` and ``bearing(to:)`` from a single solution of the geodesic.
    public func distanceAndBearing(to other: Coordinate) -> (distance: Double, bearing: Double?) {
        let geodesic = Geodesic(from: self, to: other)
        let distance = shortDistance(to: other) ?? geodesic.distance
        return (distance, distance > 1e-6 ? geodesic.azimuth : nil)
    }

    /// Returns the distance from the curvature at the midpoint, accurate to 0.1 mm within 5 km; nil beyond.
    ///
    /// The error grows with the cube of the distance; the tests compare it with GeographicLib. It costs a hundredth of
    /// the full solution, which matters to the odometer in each epoch.
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
        // From the chord on the sphere of normals to the arc: the series of asin.
        return chord * (1 + angle * angle / 24)
    }
}

extension SurfaceNormal {
    /// Returns the normal rotated along a great circle by these angles, in radians.
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

    /// Returns cos(a) and sin(a)/a; from their series where those are exact to the last digit.
    private static func cosineAndSineRatio(square: Double) -> (Double, Double) {
        guard square < 1e-5 else {
            let angle = square.squareRoot()
            return (cos(angle), sin(angle) / angle)
        }
        return (1 - square / 2 * (1 - square / 12), 1 - square / 6 * (1 - square / 20))
    }
}

extension Coordinate {
    /// Returns the point at a fraction of the geodesic to another coordinate: 0 is this one, 1 the other; clamped to
    /// 0...1.
    ///
    /// Follows the great circle over surface normals, and so crosses poles and the antimeridian. Between antipodal
    /// points no shortest path is defined: returns this coordinate below 0.5 and the other one from there.
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        guard fraction > 0 else { return self }
        guard fraction < 1, self != other else { return other }
        let (start, end) = (SurfaceNormal(self), SurfaceNormal(other))
        let sum = (x: start.x + end.x, y: start.y + end.y, z: start.z + end.z)
        let step = (x: end.x - start.x, y: end.y - start.y, z: end.z - start.z)
        // Half the angle from the lengths of difference and sum: exact for any angle.
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
