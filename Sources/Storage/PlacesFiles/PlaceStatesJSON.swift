import Basics
import JSON
public import Places

/// The decided states of places as JSON, to resume monitoring after a restart.
public enum PlaceStatesJSON {
    private struct Document: Decodable {
        struct Entry: Decodable {
            var name: String
            var side: String
            var since: String
        }

        var standings: LossyList<Entry>
    }

    /// Encodes states as one line with a line end.
    public static func encode(_ states: [PlaceState]) -> [UInt8] {
        JSONWriter.line { json in
            json.objects("standings", states) { json, state in
                json.string("name", state.name.text)
                json.word("side", state.side.rawValue)
                json.time("since", state.since)
            }
        }
    }

    /// Decodes the output of ``encode(_:)``; an invalid entry is skipped, since its place is decided again.
    ///
    /// - Throws: ``PlacesFormatError`` if the file is unreadable as a whole.
    public static func decode(_ bytes: [UInt8]) throws(PlacesFormatError) -> [PlaceState] {
        let document = try PlacesFormatError.read(
            Document.self, from: bytes, format: "the place states that whereismyd writes")
        return document.standings.values.compactMap { entry in
            guard let entry, let name = PlaceName(entry.name), let side = PlaceSide(rawValue: entry.side),
                let since = Timestamp(storable: entry.since)
            else { return nil }
            return PlaceState(name: name, side: side, since: since)
        }
    }
}
