import Answers
import Gazetteer
import Location
import Pages

/// Places as they are told: rows of text for people, an array of objects for programs.
enum PlaceList {
    private typealias Place = (entry: GazetteerEntry, distance: Double?, bearing: Double?)

    static func output(_ hits: [GazetteerHit], _ format: AnswerFormat) -> [UInt8] {
        format == .json ? GazetteerAnswer.json(hits) : text(hits.map { Place($0.entry, $0.distance, $0.bearing) })
    }

    /// The places alone.
    static func output(_ entries: [GazetteerEntry], _ format: AnswerFormat) -> [UInt8] {
        format == .json ? GazetteerAnswer.json(entries) : text(entries.map { Place($0, nil, nil) })
    }

    private static func text(_ places: [Place]) -> [UInt8] { Array(TextTable.text(places.map(row)).utf8) }

    private static func row(_ place: Place) -> [String] {
        let entry = place.entry
        let name = [entry.name, entry.region, entry.country].compactMap { $0 }.joined(separator: ", ")
        let pair = PositionText.degrees(entry.coordinate)
        guard let distance = place.distance else { return [name, entry.code ?? "", pair] }
        let way = [DistanceText.words(distance), place.bearing.map { CompassText.abbreviation($0) } ?? ""]
        return [name, entry.code ?? "", way.filter { !$0.isEmpty }.joined(separator: " "), pair]
    }
}
