import CommandLine
import Configuration
import Places

enum PlaceOptions {
    static let radius = Option(
        "radius", value: "DISTANCE",
        help: "add: radius (100m); anchor: swing radius (40m); import: radius of points without one")
    static let polygon = Option("polygon", value: "FILE", .files, help: "add: the polygon in this GeoJSON file")
    static let dwell = Option(
        "dwell", value: "TIME",
        help: "add: time inside or outside until it counts, such as 1min (10s; a plain number: seconds)")
    static let replace = Option(
        "replace", help: "add, import: replace places of the same name; anchor: replace the watch that is set")
    static let bearing = Option(
        "bearing", value: "DEGREES", help: "anchor: direction from the position to the anchor, which lies ahead")
    static let distance = Option(
        "distance", value: "DISTANCE", help: "anchor: distance from the position to the anchor")

    static let everything = Option("all", help: "export: include places of the configuration")

    /// The options that only some actions support.
    static let all = [radius, polygon, dwell, replace, everything, bearing, distance]

    static let ofAnchor = [radius, bearing, distance, replace]

    /// Returns the radius in metres; nil without the option.
    static func radius(_ options: ParsedOptions) throws(UsageError) -> Double? {
        try options.value(
            of: radius, as: .distance("a distance from 1m to 100km, such as 100m", within: PlaceCircle.radiusRange))
    }

    /// Returns the dwell time.
    static func dwell(_ options: ParsedOptions) throws(UsageError) -> Duration {
        try options.value(of: dwell, as: .time("a time from 0 to 1h, such as 30s", within: Place.dwellRange))
            ?? Place.defaultDwell
    }
}

enum PlaceFormat: String, CaseIterable {
    case text
    case json
    case names
    case geojson
    case otrw

    static let option = Option(
        "format", value: "FORMAT", .each(of: PlaceFormat.self),
        help: "text or json (text); list: also names, a line each; export: geojson or otrw (geojson)")
}
