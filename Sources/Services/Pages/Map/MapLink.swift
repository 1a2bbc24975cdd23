import Basics
public import Location

/// The addresses under which others show a position on a map.
public struct MapLink: Hashable, Sendable {
    /// Who shows it.
    public let provider: MapProvider
    /// The address, as a browser takes it; in HTML it is still to be escaped.
    public let url: String

    /// Every provider's address for a fix; none where the fix has no position.
    public static func all(for fix: Fix) -> [MapLink] {
        MapProvider.allCases.compactMap { provider in
            url(provider, for: fix).map { MapLink(provider: provider, url: $0) }
        }
    }

    /// A provider's address for a fix; nil where the fix has no position.
    public static func url(_ provider: MapProvider, for fix: Fix) -> String? {
        fix.coordinate.map { coordinate in
            url(
                provider, for: coordinate, accuracy: fix.horizontalAccuracy?.radius,
                ellipsoidalAltitude: fix.ellipsoidalAltitude, verticalAccuracy: fix.verticalAccuracy)
        }
    }

    /// A provider's address for a position.
    ///
    /// - Parameters:
    ///   - provider: Who shows it.
    ///   - coordinate: The position.
    ///   - accuracy: Metres around it; nil where that is unknown.
    ///   - ellipsoidalAltitude: Metres above the ellipsoid; nil where that is unknown.
    ///   - verticalAccuracy: Metres up or down; nil where that is unknown.
    /// - Returns: The address.
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
        case .geo: return geo(coordinate, accuracy: accuracy, altitude: ellipsoidalAltitude, verticalAccuracy: verticalAccuracy)
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

    /// The URI of RFC 5870.
    ///
    /// The altitude is the one above the ellipsoid. `u` is one uncertainty for all the dimensions given, so the largest,
    /// and an altitude of unknown uncertainty is left out beside it; without `u`, it is unknown. At a pole the longitude
    /// is 0.
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

    /// Latitude and longitude with six decimals: 0.11 m at the equator.
    static func pair(_ coordinate: Coordinate, separator: String) -> String {
        let (latitude, longitude) = degrees(coordinate)
        return latitude + separator + longitude
    }

    private static func degrees(_ coordinate: Coordinate) -> (String, String) {
        (FixedDecimalText.text(coordinate.latitude, decimals: 6), FixedDecimalText.text(coordinate.longitude, decimals: 6))
    }

    private static let label = "My%20Linux%20box"
}

/// Who shows a map of a position.
public enum MapProvider: String, CaseIterable, Sendable {
    /// OpenStreetMap's own site.
    case openstreetmap
    /// Google Maps.
    case google
    /// Apple Maps.
    case apple
    /// Bing Maps.
    case bing
    /// Whatever program on the reader's device answers `geo:` URIs (RFC 5870).
    case geo

    /// The name that people know it by.
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
