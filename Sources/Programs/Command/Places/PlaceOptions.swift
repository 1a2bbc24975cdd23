import Basics
import Configuration
import Location
import Places

/// The options of `whereismy place`.
enum PlaceOptions {
    static let radius = Option(
        "radius", value: "DISTANCE",
        help: "add: how far around (100m); anchor: how far it may swing (40m); import: of points without one")
    static let polygon = Option("polygon", value: "FILE", .files, help: "add: the one polygon of this GeoJSON file")
    static let dwell = Option(
        "dwell", value: "TIME", help: "add: how long inside or outside until that counts, such as 1m (10s)")
    static let replace = Option("replace", help: "add, import: in place of what has that name")

    static let everything = Option("all", help: "export: those of the configuration too")

    /// Those that only some actions take.
    static let all = [radius, polygon, dwell, replace, everything]

    /// The radius in metres; nil where none is given.
    ///
    /// - Throws: `UsageError` where no circle can have it.
    static func radius(_ options: ParsedOptions) throws(UsageError) -> Double? {
        guard let text = options.value(of: radius) else { return nil }
        guard let metres = Double(distance: text), PlaceCircle.radiusRange.contains(metres) else {
            throw UsageError(
                "--radius: \(String(text.prefix(80)).debugDescription) is not a distance from 1m to 100km, such as 100m"
            )
        }
        return metres
    }

    /// The dwell time.
    ///
    /// - Throws: `UsageError` where no place can have it.
    static func dwell(_ options: ParsedOptions) throws(UsageError) -> Duration {
        guard let text = options.value(of: dwell) else { return Place.defaultDwell }
        guard let span = Duration(setting: text, within: Place.dwellRange) else {
            throw UsageError(
                "--dwell: \(String(text.prefix(80)).debugDescription) is not a time from 0 to 1h, such as 30s")
        }
        return span
    }
}

/// How `whereismy place` writes what it answers.
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
