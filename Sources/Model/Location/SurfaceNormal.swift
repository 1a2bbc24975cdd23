import Glibc

/// The direction that is up at a coordinate, as a unit vector.
///
/// Latitude and longitude are the angles of this vector, so a walk over the ellipsoid is a walk over the unit sphere
/// of its normals in which a step is divided by the radius of curvature in its direction (the Gauss map). Unlike
/// differences of latitude and longitude, that holds at the poles and across the antimeridian.
public struct SurfaceNormal: Hashable, Sendable {
    /// Towards latitude 0, longitude 0.
    public let x: Double
    /// Towards latitude 0, longitude 90 east.
    public let y: Double
    /// Towards the north pole: the sine of the latitude.
    public let z: Double

    /// Scales a direction to length 1; nil where it has none.
    init?(x: Double, y: Double, z: Double) {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        self.x = x / length
        self.y = y / length
        self.z = z / length
    }

    /// The direction that is up at a coordinate.
    public init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    /// The coordinate at which this is up; atan2 keeps its precision near the poles, where asin of `z` would not.
    var coordinate: Coordinate? {
        Coordinate(latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    /// The unit vectors north and east; at a pole east is any direction, since all radii there are the same.
    var axes: (north: (x: Double, y: Double, z: Double), east: (x: Double, y: Double)) {
        let fromAxis = (x * x + y * y).squareRoot()
        let east = fromAxis > 0 ? (x: -y / fromAxis, y: x / fromAxis) : (x: 0, y: 1)
        return ((x: -z * east.y, y: z * east.x, z: fromAxis), east)
    }
}
