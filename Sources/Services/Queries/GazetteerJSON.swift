public import Gazetteer
import JSON
import Location

/// Gazetteer entries as JSON, for the command and the API.
public enum GazetteerJSON {
    private typealias Place = (entry: GazetteerEntry, distance: Double?, bearing: Double?)

    /// Encodes an array of places with distances in metres and bearings in degrees from true north.
    public static func json(_ hits: [GazetteerHit]) -> [UInt8] {
        json(hits.map { Place($0.entry, $0.distance, $0.bearing) })
    }

    /// Encodes an array of places.
    public static func json(_ entries: [GazetteerEntry]) -> [UInt8] {
        json(entries.map { Place($0, nil, nil) })
    }

    private static func json(_ places: [Place]) -> [UInt8] {
        let objects = places.map { place in
            JSONWriter.object { members(of: place, to: &$0) }
        }
        return Array("[".utf8) + objects.joined(separator: Array(",".utf8)) + Array("]\n".utf8)
    }

    private static func members(of place: Place, to json: inout JSONWriter) {
        let entry = place.entry
        json.string("name", entry.name)
        json.string("region", entry.region)
        json.string("country", entry.country)
        json.string("code", entry.code)
        json.number("latitude", entry.coordinate.latitude, decimals: 9)
        json.number("longitude", entry.coordinate.longitude, decimals: 9)
        json.number("distance", place.distance, decimals: 1)
        json.bearing("bearing", place.bearing)
        json.string("source", entry.source)
    }
}

extension JSONWriter {
    /// Writes a bearing in degrees; nothing for nil.
    mutating func bearing(_ name: String, _ degrees: Double?) {
        // A bearing is below 360, so 360 after rounding becomes 0.
        number(name, degrees.map { $0 >= 359.95 ? 0 : $0 }, decimals: 1)
    }
}
