// The cosine: neither the standard library nor FoundationEssentials has it.
import Glibc
import Location

/// The part of a web map that shows a circle around a position.
///
/// West may lie below -180 and east above 180: a box across the antimeridian stays one box around its position. The
/// map of openstreetmap.org is given those values as they are; its view goes on beyond the antimeridian, and the
/// marker lies in it.
struct MapBounds: Hashable, Sendable {
    /// Degrees east of the left edge, -360 to 180.
    let west: Double
    /// Degrees north of the lower edge, within the limit of web maps, 85.0511.
    let south: Double
    /// Degrees east of the right edge, -180 to 360.
    let east: Double
    /// Degrees north of the upper edge, within the limit of web maps.
    let north: Double

    /// Makes the box in which the radius is half of the width and of the height.
    ///
    /// A position beyond the limit of web maps is shown at that limit, and the box never spans more than the earth.
    ///
    /// - Parameters:
    ///   - centre: The position.
    ///   - radius: Metres; below 0 or not finite counts as 0.
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

/// The figures of the earth that the maps are cut by.
enum Earth {
    /// The mean meridional radius in metres that WhereIsMyMac used; good to 0.6 % everywhere.
    static let meridionalRadius = 6_367_000.0

    /// Degrees of latitude in a metre.
    static let latitudePerMetre = 1 / (.pi / 180 * meridionalRadius)

    /// Where web maps end, north and south: the latitude at which the Mercator square closes, atan(sinh(pi)).
    static let mercatorLimit = 85.0511

    static func cosine(ofDegrees degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
