public import Location

/// A link to a position on an online map.
public struct MapLink: Hashable, Sendable {
    /// The provider of the map.
    public let provider: MapProvider
    /// The URL, not yet escaped for HTML.
    public let url: String

    /// Returns the links of every provider for a fix; none without a position.
    public static func all(for fix: Fix) -> [MapLink] {
        MapProvider.allCases.compactMap { provider in
            url(provider, for: fix).map { MapLink(provider: provider, url: $0) }
        }
    }

    /// Returns a provider's URL for a fix; nil without a position.
    public static func url(_ provider: MapProvider, for fix: Fix) -> String? {
        fix.coordinate.map { coordinate in
            url(
                provider, for: coordinate, accuracy: fix.horizontalAccuracy?.radius,
                ellipsoidalAltitude: fix.ellipsoidalAltitude, verticalAccuracy: fix.verticalAccuracy)
        }
    }

    /// Returns a provider's URL for a position, with its accuracies in metres and its metres above the ellipsoid, each
    /// nil if unknown.
    public static func url(
        _ provider: MapProvider, for coordinate: Coordinate, accuracy: Double? = nil,
        ellipsoidalAltitude: Double? = nil, verticalAccuracy: Double? = nil
    ) -> String {
        let zoom = MapView(of: coordinate, accuracy: accuracy).zoom
        let comma = pair(coordinate, separator: "%2C")
        switch provider {
        case .openstreetmap: return openstreetmap(coordinate, zoom)
        case .google: return "https://www.google.com/maps/search/?api=1&query=\(comma)"
        case .apple: return "https://maps.apple.com/?ll=\(comma)&q=\(label)&z=\(zoom)"
        case .bing: return bing(coordinate, zoom)
        case .geo:
            return geo(
                coordinate, accuracy: accuracy, altitude: ellipsoidalAltitude, verticalAccuracy: verticalAccuracy)
        }
    }

    private static func openstreetmap(_ coordinate: Coordinate, _ zoom: Int) -> String {
        let (latitude, longitude) = degrees(coordinate)
        let marker = "mlat=\(latitude)&mlon=\(longitude)"
        return "https://www.openstreetmap.org/?\(marker)#map=\(zoom)/\(latitude)/\(longitude)"
    }

    private static func bing(_ coordinate: Coordinate, _ zoom: Int) -> String {
        let view = "cp=\(pair(coordinate, separator: "~"))&lvl=\(zoom)"
        let point = "point.\(pair(coordinate, separator: "_"))_\(label)"
        return "https://bing.com/maps/default.aspx?\(view)&sp=\(point)"
    }

    /// Returns the URI of RFC 5870.
    ///
    /// The altitude is above the ellipsoid. `u` is one uncertainty for all given dimensions, so the largest; an
    /// altitude of unknown uncertainty is left out beside it. Without `u` the uncertainty is unknown. At a pole the
    /// longitude is 0.
    private static func geo(
        _ coordinate: Coordinate, accuracy: Double?, altitude: Double?, verticalAccuracy: Double?
    ) -> String {
        let isPole = abs(coordinate.latitude) == 90
        let (latitude, longitude) = degrees(coordinate)
        let uri = "geo:\(latitude),\(isPole ? "0" : longitude)"
        let third = altitude.flatMap { $0.isFinite ? ",\(FixedDecimalText.text($0, decimals: 1))" : nil }
        guard let accuracy = known(accuracy) else { return uri + (third ?? "") }
        guard let third, let vertical = known(verticalAccuracy) else {
            return uri + ";u=\(AccuracyText.roundedUp(accuracy))"
        }
        return uri + "\(third);u=\(AccuracyText.roundedUp(max(accuracy, vertical)))"
    }

    private static func known(_ accuracy: Double?) -> Double? {
        accuracy.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// Returns latitude and longitude with six decimals: 0.11 m at the equator.
    static func pair(_ coordinate: Coordinate, separator: String) -> String {
        let (latitude, longitude) = degrees(coordinate)
        return latitude + separator + longitude
    }

    private static func degrees(_ coordinate: Coordinate) -> (String, String) {
        (
            FixedDecimalText.text(coordinate.latitude, decimals: 6),
            FixedDecimalText.text(coordinate.longitude, decimals: 6)
        )
    }

    private static let label = "My%20Linux%20box"
}

/// A provider of online maps.
public enum MapProvider: String, CaseIterable, Sendable {
    /// OpenStreetMap.
    case openstreetmap
    /// Google Maps.
    case google
    /// Apple Maps.
    case apple
    /// Bing Maps.
    case bing
    /// The program for `geo:` URIs (RFC 5870) on the reader's device.
    case geo

    /// The display name.
    public var name: String {
        switch self {
        case .openstreetmap: "OpenStreetMap"
        case .google: "Google Maps"
        case .apple: "Apple Maps"
        case .bing: "Bing Maps"
        case .geo: "Maps app"
        }
    }
}
