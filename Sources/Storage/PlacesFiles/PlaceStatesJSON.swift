import Basics
import JSON
import Location
public import Places
import Wire

/// Where one stands with each place as JSON: what a watch goes on with after a restart.
public enum PlaceStatesJSON {
    private struct Document: Decodable {
        struct Entry: Decodable {
            var name: String
            var side: String
            var since: String
        }

        var standings: LossyList<Entry>
    }

    /// Writes standings on one line, with a line end.
    public static func encode(_ standings: [PlaceState]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.objects("standings", standings) { json, standing in
                json.string("name", standing.name.text)
                json.word("side", standing.side.rawValue)
                json.time("since", standing.since)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads what ``encode(_:)`` wrote; an entry that makes no sense is left out, since its place is decided anew then.
    ///
    /// - Throws: ``PlacesFormatError``, where the whole is unreadable.
    public static func decode(_ bytes: [UInt8]) throws(PlacesFormatError) -> [PlaceState] {
        let document = try PlacesFormatError.read(
            Document.self, from: bytes, format: "the standings that whereismyd writes")
        return document.standings.values.compactMap { entry in
            guard let entry, let name = PlaceName(entry.name), let side = PlaceSide(rawValue: entry.side),
                let since = Timestamp(iso8601: entry.since)
            else { return nil }
            return PlaceState(name: name, side: side, since: since)
        }
    }
}
