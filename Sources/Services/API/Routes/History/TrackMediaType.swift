import Tracks

/// A form in which a track is answered.
enum TrackMediaType: String, CaseIterable {
    case json
    case lines
    case geojson
    case gpx
    case kml
    case csv

    /// What `Content-Type` says of it.
    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .lines: "application/x-ndjson"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    /// Whether it draws lines, each of one receiver, and does not list fixes by time.
    var isLineBased: Bool { self == .geojson || self == .gpx || self == .kml }

    /// What writes it.
    var encoder: any TrackEncoder {
        switch self {
        case .json: JSONListEncoder()
        case .lines: JSONLinesEncoder()
        case .geojson: GeoJSONEncoder()
        case .gpx: GPXEncoder()
        case .kml: KMLEncoder()
        case .csv: CSVEncoder()
        }
    }
}
