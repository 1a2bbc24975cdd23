import Glibc
import Location

/// From latitude and longitude to the Earth-centred frame: WGS 84, NIMA TR8350.2, third edition, section 4.
extension ECEFVector {
    private static let semiMajorAxis = 6_378_137.0
    private static let eccentricitySquared = 6.69437999014e-3

    /// A position from its height over the ellipsoid in metres.
    init?(_ coordinate: Coordinate, height: Double) {
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        let radius =
            Self.semiMajorAxis / (1 - Self.eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
        self.init(
            x: (radius + height) * cos(latitude) * cos(longitude),
            y: (radius + height) * cos(latitude) * sin(longitude),
            z: (radius * (1 - Self.eccentricitySquared) + height) * sin(latitude))
    }

    /// A velocity in the horizontal plane at a coordinate, in metres per second.
    init?(north: Double, east: Double, at coordinate: Coordinate) {
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        self.init(
            x: -north * sin(latitude) * cos(longitude) - east * sin(longitude),
            y: -north * sin(latitude) * sin(longitude) + east * cos(longitude),
            z: north * cos(latitude))
    }

    /// As gpsd prints it: to the centimetre.
    var printed: ECEFVector {
        ECEFVector(x: x.printed(2), y: y.printed(2), z: z.printed(2)) ?? self
    }
}
