package import Tracks

/// The formats of a track.
package enum TrackMediaType: String, CaseIterable {
    case json
    case lines
    case geojson
    case gpx
    case kml
    case csv

    /// The value of `Content-Type`.
    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .lines: "application/x-ndjson"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    /// True for formats of lines, one receiver each; false for lists of fixes by time.
    package var isLineBased: Bool { self == .geojson || self == .gpx || self == .kml }

    /// The encoder of the format.
    package var encoder: any TrackEncoder {
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
