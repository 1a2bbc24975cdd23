import Glibc

/// A position in the Universal Transverse Mercator grid.
///
/// Krüger's series to the third power of n on WGS 84, accurate to a millimetre within a zone: C. F. F. Karney,
/// "Transverse Mercator with an accuracy of a few nanometers", Journal of Geodesy 85 (2011), equations 7 to 11 and 35.
public struct UTMCoordinate: Hashable, Sendable {
    /// The zone, 1 to 60.
    public let zone: Int
    /// The band of latitude, C to X without I and O.
    public let band: Character
    /// Metres, truncated as on paper maps.
    public let easting: Int
    /// Metres, truncated as on paper maps; from the equator, or 10,000 km south of it.
    public let northing: Int

    private static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
    private static let scale = 0.9996
    /// Absorbs rounding errors before truncation, in metres.
    private static let margin = 1e-4

    /// Creates the coordinate of a position; nil south of 80° S and north of 84° N.
    public init?(_ position: Coordinate) {
        guard (-80...84).contains(position.latitude) else { return nil }
        zone = Self.zone(position)
        band = Self.bands[min(Int((position.latitude + 80) / 8), Self.bands.count - 1)]
        let plane = Self.plane(position, degreesFromMeridian: position.longitude - Double(zone * 6 - 183))
        let south = position.latitude < 0 ? 10_000_000.0 : 0
        easting = Int((Self.margin + 500_000 + plane.east).rounded(.down))
        northing = Int((Self.margin + south + plane.north).rounded(.down))
    }

    /// Returns the zone, with the exceptions for Norway and Svalbard.
    private static func zone(_ position: Coordinate) -> Int {
        let (latitude, longitude) = (position.latitude, position.longitude)
        if (56..<64).contains(latitude), (3..<12).contains(longitude) { return 32 }
        if latitude >= 72, (0..<42).contains(longitude) {
            return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        }
        return Int(((longitude + 180) / 6).rounded(.down)) % 60 + 1
    }

    /// Returns metres from the equator and the central meridian, scaled.
    private static func plane(_ position: Coordinate, degreesFromMeridian: Double) -> (north: Double, east: Double) {
        let n = Ellipsoid.flattening / (2 - Ellipsoid.flattening)
        let eccentricity = 2 * n.squareRoot() / (1 + n)
        let sine = sin(position.latitude * .pi / 180)
        let conformal = sinh(atanh(sine) - eccentricity * atanh(eccentricity * sine))
        let longitude = degreesFromMeridian * .pi / 180
        let xi = atan2(conformal, cos(longitude))
        let eta = asinh(sin(longitude) / hypot(conformal, cos(longitude)))
        let series = [
            n / 2 - 2 / 3 * n * n + 5 / 16 * n * n * n, 13 / 48 * n * n - 3 / 5 * n * n * n, 61 / 240 * n * n * n,
        ]
        var (north, east) = (xi, eta)
        for (index, factor) in series.enumerated() {
            let order = Double(2 * (index + 1))
            north += factor * sin(order * xi) * cosh(order * eta)
            east += factor * cos(order * xi) * sinh(order * eta)
        }
        let radius = Ellipsoid.semiMajorAxis / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
        return (scale * radius * north, scale * radius * east)
    }
}
