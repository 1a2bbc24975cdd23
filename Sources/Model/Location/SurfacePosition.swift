import Glibc

/// A point of the ellipsoid in Earth-centred coordinates, with the directions of north and east there.
///
/// Straight differences between such points are distances over ground to a millimetre within 5 km, at the poles and
/// across the antimeridian too, so that a filter needs no local plane.
public struct SurfacePosition: Sendable {
    /// The point in metres.
    public let point: SIMD3<Double>
    private let normal: SurfaceNormal

    /// Creates the point at a coordinate.
    public init(_ coordinate: Coordinate) {
        normal = SurfaceNormal(coordinate)
        let primeVertical = Ellipsoid.radii(sineOfLatitude: normal.z).primeVertical
        point =
            SIMD3(normal.x, normal.y, normal.z * (1 - Ellipsoid.eccentricitySquared)) * primeVertical
    }

    /// Returns the Earth-centred velocity of a speed in metres per second and a true course in degrees.
    public func velocity(speed: Double, course: Double) -> SIMD3<Double> {
        let angle = course * .pi / 180
        let (along, across) = (speed * cos(angle), speed * sin(angle))
        let (north, east) = normal.axes
        return SIMD3(along * north.x + across * east.x, along * north.y + across * east.y, along * north.z)
    }

    /// Returns the horizontal part of an Earth-centred velocity.
    public func horizontal(_ velocity: ECEFVector) -> SIMD3<Double> {
        let up = SIMD3(normal.x, normal.y, normal.z)
        let whole = SIMD3(velocity.x, velocity.y, velocity.z)
        return whole - up * (whole * up).sum()
    }
}

extension Coordinate {
    /// Creates the coordinate of an Earth-centred point within metres of the ellipsoid, exact to a tenth of a
    /// millimetre for each metre of height; nil at the centre.
    public init?(nearSurface point: SIMD3<Double>) {
        let fromAxis = (point.x * point.x + point.y * point.y).squareRoot()
        guard fromAxis > 0 || point.z != 0 else { return nil }
        self.init(
            latitude: atan2(point.z, fromAxis * (1 - Ellipsoid.eccentricitySquared)) * 180 / .pi,
            longitude: atan2(point.y, point.x) * 180 / .pi)
    }
}

extension SIMD3<Double> {
    /// The square of the length.
    public var squaredLength: Double { x * x + y * y + z * z }

    /// The length.
    public var length: Double { squaredLength.squareRoot() }
}
