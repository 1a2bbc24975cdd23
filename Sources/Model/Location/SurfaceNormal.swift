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

/// How far apart two coordinates are, told from the straight line between the tips of their normals.
///
/// A way over the ellipsoid turns the normal by at most its length divided by the smallest radius of curvature there
/// is, that of the meridian at the equator. So a search among normals finds what is near on the ellipsoid, at the poles
/// and across the antimeridian too.
extension SurfaceNormal {
    /// Metres: the radius of the meridian's curvature at the equator.
    private static let smallestRadius = Ellipsoid.radii(sineOfLatitude: 0).meridian

    /// How far apart two coordinates are at least whose normals end that far from each other.
    ///
    /// - Parameter chord: 0 to 2, in radii of the unit sphere.
    /// - Returns: metres.
    public static func minDistance(chord: Double) -> Double {
        2 * asin(min(max(chord / 2, 0), 1)) * smallestRadius
    }

    /// How far from each other the normals of two coordinates end at most that are so far apart.
    ///
    /// - Parameter distance: metres.
    /// - Returns: 0 to 2, in radii of the unit sphere.
    public static func maxChord(distance: Double) -> Double {
        2 * sin(min(max(distance / smallestRadius, 0), .pi) / 2)
    }
}

/// The WGS 84 ellipsoid: NIMA TR8350.2, third edition, table 3.1.
enum Ellipsoid {
    /// Metres from the centre to the equator.
    static let semiMajorAxis = 6_378_137.0
    /// How much shorter the polar axis is, as a part of the equatorial one.
    static let flattening = 1 / 298.257223563
    /// Metres from the centre to a pole.
    static let semiMinorAxis = semiMajorAxis * (1 - flattening)
    /// First eccentricity, squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    /// Second eccentricity, squared.
    static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)

    /// Metres: how the surface bends along a meridian (`M`) and across it (`N`), where the latitude has this sine.
    ///
    /// TR8350.2, section 4 and appendix B; at the poles both are the same.
    static func radii(sineOfLatitude sine: Double) -> (meridian: Double, primeVertical: Double) {
        let bend = 1 - eccentricitySquared * sine * sine
        let primeVertical = semiMajorAxis / bend.squareRoot()
        return (primeVertical * (1 - eccentricitySquared) / bend, primeVertical)
    }
}
