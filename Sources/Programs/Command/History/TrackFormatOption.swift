import Configuration
import Tracks

/// `--format` of `whereismy track`.
enum TrackFormatOption: String, CaseIterable {
    case text
    case json
    case geojson
    case gpx
    case kml
    case csv
    case nmea

    static let option = Option(
        "format", value: "FORMAT", .each(of: TrackFormatOption.self),
        help: "text, json (a line a fix), geojson, gpx, kml, csv or nmea (text)")

    /// Whether it draws lines, each of one receiver, and does not list fixes by time.
    var drawsLines: Bool { self == .geojson || self == .gpx || self == .kml }

    /// Whether the receivers come one after the other: each has a line, or the format cannot say whose a fix is.
    var groupsByReceiver: Bool { drawsLines || self == .nmea }

    /// What writes it.
    func encoder(in context: Context) -> any TrackEncoder {
        switch self {
        case .text: TextEncoder { [clock = context.clock] in LocalTimeText.text($0, clock: clock) }
        case .json: JSONLinesEncoder()
        case .geojson: GeoJSONEncoder()
        case .gpx: GPXEncoder()
        case .kml: KMLEncoder()
        case .csv: CSVEncoder()
        case .nmea: NMEAEncoder()
        }
    }
}
