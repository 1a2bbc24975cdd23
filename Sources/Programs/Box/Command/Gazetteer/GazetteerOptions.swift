import Basics
import CommandLine
import Configuration
import Gazetteer
import Location
import Pages
import Queries

extension Context {
    func gazetteer(_ options: ParsedOptions) throws -> GazetteerStore {
        try GazetteerStore(path: gazetteerFile(options), access: .readOnly)
    }

    func gazetteerFile(_ options: ParsedOptions) throws -> String {
        try settings(options).gazetteerFile
    }

    /// Opens the place on a map, or returns the map's address if there is no browser.
    func openMap(at place: Coordinate?) -> String {
        guard let place else { return "" }
        let url = MapLink.url(.openstreetmap, for: place)
        return Browser(self)?.open(url) ?? false ? "" : url + "\n"
    }
}

extension Option {
    static let source = Option("source", value: "NAME", help: "only this source, see whereismy gazetteer list")
    static let count = Option("count", value: "NUMBER", help: "maximum number of places, up to 1000")
    /// `--open`.
    static let open = Option("open", help: "show the first place on a map in the browser")
}

extension ParsedOptions {
    /// Returns the maximum number of places.
    ///
    /// - Throws: `UsageError` outside 1 to 1000.
    func count(default: Int) throws(UsageError) -> Int {
        try value(of: .count, as: .number(within: 1...1000)) ?? `default`
    }
}

/// Formats places: a table for people, an array of objects for programs.
struct PlaceList {
    private typealias Place = (entry: GazetteerEntry, distance: Double?, bearing: Double?)

    private let format: OutputFormat
    /// True if the places may come from several sources, which adds a column with the source.
    private let isMixed: Bool
    private let style: DisplayStyle

    init(
        _ format: OutputFormat, from store: GazetteerStore, _ options: ParsedOptions, style: DisplayStyle
    ) throws {
        self.format = format
        self.style = style
        isMixed = try options.value(of: .source) == nil && store.sources().count > 1
    }

    func output(_ hits: [GazetteerHit]) -> [UInt8] {
        format == .json ? GazetteerJSON.json(hits) : text(hits.map { Place($0.entry, $0.distance, $0.bearing) })
    }

    /// Formats places without distances.
    func output(_ entries: [GazetteerEntry]) -> [UInt8] {
        format == .json ? GazetteerJSON.json(entries) : text(entries.map { Place($0, nil, nil) })
    }

    private func text(_ places: [Place]) -> [UInt8] { Array(TextTable.text(places.map(row)).utf8) }

    private func row(_ place: Place) -> [String] {
        let entry = place.entry
        let name = [entry.name, entry.region, entry.country].compactMap { $0 }.joined(separator: ", ")
        let rest = [PositionText.text(entry.coordinate, style.coordinates)] + (isMixed ? [entry.source] : [])
        guard let distance = place.distance else { return [name, entry.code ?? ""] + rest }
        let direction = place.bearing.flatMap { CompassText.direction($0) }
        let offset = [DistanceText.text(distance, style.units), direction].compactMap { $0 }
        return [name, entry.code ?? "", offset.joined(separator: " ")] + rest
    }
}
