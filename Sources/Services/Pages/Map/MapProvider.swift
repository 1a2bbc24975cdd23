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
