import Configuration
import Gazetteer
import Location
import Pages
import Queries

extension Context {
    /// The gazetteer, for reading.
    ///
    /// - Throws: what is wrong with the configuration, or `GazetteerError`.
    func gazetteer(_ options: ParsedOptions) throws -> GazetteerStore {
        try GazetteerStore(path: gazetteerFile(options), access: .readOnly)
    }

    /// The file of the gazetteer.
    func gazetteerFile(_ options: ParsedOptions) throws -> String {
        try options.settings(environment: environment, files: files).gazetteerFile
    }

    /// Shows the first of some places on a map, or tells the address where there is nothing to show it on.
    func openMap(at place: Coordinate?) -> String {
        guard let place else { return "" }
        let url = MapLink.url(.openstreetmap, for: place)
        return Browser(self)?.open(url) ?? false ? "" : url + "\n"
    }
}

extension Option {
    /// `--source`, whose places are meant.
    static let source = Option("source", value: "NAME", help: "of this source alone, see whereismy gazetteer list")
    /// `--count`, how many places.
    static let count = Option("count", value: "NUMBER", help: "how many places at most, up to 1000")
    /// `--open`.
    static let open = Option("open", help: "show the first place on a map in the browser")
}

extension ParsedOptions {
    /// How many places at most.
    ///
    /// - Throws: `UsageError` where it is no number from 1 to 1000.
    func count(default: Int) throws(UsageError) -> Int {
        guard let text = value(of: .count) else { return `default` }
        guard let number = Int(text), (1...1000).contains(number) else {
            throw UsageError("--count: \(String(text.prefix(80)).debugDescription) is not a number from 1 to 1000")
        }
        return number
    }
}

/// Places as they are told: rows of text for people, an array of objects for programs.
struct PlaceList {
    private typealias Place = (entry: GazetteerEntry, distance: Double?, bearing: Double?)

    private let format: OutputFormat
    /// Whether places of more than one source may be among them, so that people are told whose each is.
    private let isMixed: Bool

    /// Writes the answers of a gazetteer in that format.
    ///
    /// - Throws: `GazetteerError`.
    init(_ format: OutputFormat, from store: GazetteerStore, _ options: ParsedOptions) throws {
        self.format = format
        isMixed = try options.value(of: .source) == nil && store.sources().count > 1
    }

    func output(_ hits: [GazetteerHit]) -> [UInt8] {
        format == .json ? GazetteerJSON.json(hits) : text(hits.map { Place($0.entry, $0.distance, $0.bearing) })
    }

    /// The places alone.
    func output(_ entries: [GazetteerEntry]) -> [UInt8] {
        format == .json ? GazetteerJSON.json(entries) : text(entries.map { Place($0, nil, nil) })
    }

    private func text(_ places: [Place]) -> [UInt8] { Array(TextTable.text(places.map(row)).utf8) }

    private func row(_ place: Place) -> [String] {
        let entry = place.entry
        let name = [entry.name, entry.region, entry.country].compactMap { $0 }.joined(separator: ", ")
        let rest = [PositionText.degrees(entry.coordinate)] + (isMixed ? [entry.source] : [])
        guard let distance = place.distance else { return [name, entry.code ?? ""] + rest }
        let way = [DistanceText.text(distance), place.bearing.map { CompassText.abbreviation($0) } ?? ""]
        return [name, entry.code ?? "", way.filter { !$0.isEmpty }.joined(separator: " ")] + rest
    }
}
