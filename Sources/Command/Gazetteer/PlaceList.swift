import Gazetteer
import Location
import Pages
import Wire

/// Places as they are told: rows of text for people, an array of objects for programs.
enum PlaceList {
    /// A place with how far it is.
    typealias Place = (entry: GazetteerEntry, distance: Double?, bearing: Double?)

    static func output(_ places: [Place], _ format: AnswerFormat) -> [UInt8] {
        format == .json ? json(places) : Array(TextTable.text(places.map(row)).utf8)
    }

    /// The places alone.
    static func output(_ entries: [GazetteerEntry], _ format: AnswerFormat) -> [UInt8] {
        output(entries.map { Place($0, nil, nil) }, format)
    }

    private static func row(_ place: Place) -> [String] {
        let entry = place.entry
        let name = [entry.name, entry.region, entry.country].compactMap { $0 }.joined(separator: ", ")
        let pair = PositionText.degrees(entry.coordinate)
        guard let distance = place.distance else { return [name, entry.code ?? "", pair] }
        let way = [DistanceText.words(distance), place.bearing.map { CompassText.abbreviation($0) } ?? ""]
        return [name, entry.code ?? "", way.filter { !$0.isEmpty }.joined(separator: " "), pair]
    }

    private static func json(_ places: [Place]) -> [UInt8] {
        let objects = places.map { place in
            var json = JSONWriter()
            json.object { $0.members(of: place) }
            return json.bytes
        }
        return Array("[".utf8) + objects.joined(separator: Array(",".utf8)) + Array("]\n".utf8)
    }
}

extension JSONWriter {
    fileprivate mutating func members(of place: PlaceList.Place) {
        let entry = place.entry
        string("name", entry.name)
        string("region", entry.region)
        string("country", entry.country)
        string("code", entry.code)
        number("latitude", entry.coordinate.latitude, decimals: 9)
        number("longitude", entry.coordinate.longitude, decimals: 9)
        number("distance", place.distance, decimals: 1)
        // A bearing is below 360, so what rounds to it is north again.
        number("bearing", place.bearing.map { $0 >= 359.95 ? 0 : $0 }, decimals: 1)
        string("source", entry.source)
    }
}
