// The cosine: neither the standard library nor FoundationEssentials has it.
import Glibc

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
