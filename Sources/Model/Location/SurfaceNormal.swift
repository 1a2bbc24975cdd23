import Glibc

/// The unit vector normal to the ellipsoid at a coordinate.
///
/// Latitude and longitude are the angles of this vector, so a path over the ellipsoid maps to a path over the unit
/// sphere of normals in which each step is divided by the radius of curvature in its direction (the Gauss map). Unlike
/// differences of latitude and longitude, this is valid at the poles and across the antimeridian.
public struct SurfaceNormal: Hashable, Sendable {
    /// The axis through latitude 0, longitude 0.
    public let x: Double
    /// The axis through latitude 0, longitude 90 east.
    public let y: Double
    /// The axis through the north pole: the sine of the latitude.
    public let z: Double

    /// Normalises a vector; nil if its length is 0 or not finite.
    init?(x: Double, y: Double, z: Double) {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        self.x = x / length
        self.y = y / length
        self.z = z / length
    }

    /// Creates the normal at a coordinate.
    public init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    /// The coordinate with this normal; atan2 is precise near the poles, asin of `z` is not.
    var coordinate: Coordinate? {
        Coordinate(latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }

    /// The unit vectors towards north and east; at a pole any direction is east, since all radii are equal there.
    var axes: (north: (x: Double, y: Double, z: Double), east: (x: Double, y: Double)) {
        let fromAxis = (x * x + y * y).squareRoot()
        let east = fromAxis > 0 ? (x: -y / fromAxis, y: x / fromAxis) : (x: 0, y: 1)
        return ((x: -z * east.y, y: z * east.x, z: fromAxis), east)
    }
}

/// Bounds for the distance between two coordinates from the chord between the tips of their normals.
///
/// A path over the ellipsoid rotates the normal by at most its length divided by the smallest radius of curvature, that
/// of the meridian at the equator. A search among normals therefore finds everything near on the ellipsoid, also at the
/// poles and across the antimeridian.
extension SurfaceNormal {
    /// The meridian's radius of curvature at the equator, in metres.
    private static let smallestRadius = Ellipsoid.radii(sineOfLatitude: 0).meridian

    /// Returns the minimum distance between two coordinates whose normals end a chord apart.
    ///
    /// - Parameter chord: 0 to 2, in radii of the unit sphere.
    /// - Returns: metres.
    public static func minDistance(chord: Double) -> Double {
        2 * asin(min(max(chord / 2, 0), 1)) * smallestRadius
    }

    /// Returns the maximum chord between the normals of two coordinates a distance apart.
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
    /// The flattening: the difference of the axes divided by the equatorial one.
    static let flattening = 1 / 298.257223563
    /// Metres from the centre to a pole.
    static let semiMinorAxis = semiMajorAxis * (1 - flattening)
    /// First eccentricity, squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    /// Second eccentricity, squared.
    static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)

    /// Returns the radii of curvature in metres along the meridian (`M`) and across it (`N`), given the sine of the
    /// latitude.
    ///
    /// TR8350.2, section 4 and appendix B; both are equal at the poles.
    static func radii(sineOfLatitude sine: Double) -> (meridian: Double, primeVertical: Double) {
        let bend = 1 - eccentricitySquared * sine * sine
        let primeVertical = semiMajorAxis / bend.squareRoot()
        return (primeVertical * (1 - eccentricitySquared) / bend, primeVertical)
    }
}
