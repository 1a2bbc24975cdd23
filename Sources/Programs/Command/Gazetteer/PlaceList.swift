import Queries
import Configuration
import Gazetteer
import Location
import Pages

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
