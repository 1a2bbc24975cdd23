// For the cosine, which neither the standard library nor FoundationEssentials has.
import Glibc
import Location

/// The part of a web map that shows a circle around a position.
///
/// West may be below -180 and east above 180: a box across the antimeridian stays one box around its position. The map
/// of openstreetmap.org accepts these values and shows the marker beyond the antimeridian.
struct MapBounds: Hashable, Sendable {
    /// The left edge in degrees east, -360 to 180.
    let west: Double
    /// The lower edge in degrees north, within the limit of web maps, 85.0511.
    let south: Double
    /// The right edge in degrees east, -180 to 360.
    let east: Double
    /// The upper edge in degrees north, within the limit of web maps.
    let north: Double

    /// Creates the box whose width and height are twice the radius.
    ///
    /// A position beyond the limit of web maps is moved to it; the box never exceeds the Earth.
    ///
    /// - Parameters:
    ///   - centre: the position.
    ///   - radius: metres; a negative or non-finite value counts as 0.
    init(around centre: Coordinate, radius: Double) {
        let limit = Earth.mercatorLimit
        let metres = radius.isFinite ? max(0, radius) : 0
        let latitude = min(max(centre.latitude, -limit), limit)
        let height = min(metres * Earth.latitudePerMetre, 2 * limit)
        let width = min(height / Earth.cosine(ofDegrees: latitude), 180)
        south = max(latitude - height, -limit)
        north = min(latitude + height, limit)
        west = centre.longitude - width
        east = centre.longitude + width
    }
}

/// The dimensions of the Earth for maps.
enum Earth {
    /// The mean meridional radius of WhereIsMyMac in metres; within 0.6 % everywhere.
    static let meridionalRadius = 6_367_000.0

    /// Degrees of latitude in a metre.
    static let latitudePerMetre = 1 / (.pi / 180 * meridionalRadius)

    /// The limit of web maps, north and south: the latitude at which the Mercator square closes, atan(sinh(pi)).
    static let mercatorLimit = 85.0511

    static func cosine(ofDegrees degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
