import Glibc

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
