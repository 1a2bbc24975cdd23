import Basics
import Location
import Places
import PlacesFiles
import Testing

struct PlaceStatesJSONTests {
    @Test("round-trips states")
    func roundTrip() throws {
        let states = try [("home", PlaceSide.inside), ("a \"b\"", .outside)].map { name, side in
            PlaceState(
                name: try #require(PlaceName(name)), side: side, since: Timestamp(milliseconds: 1_790_000_000_123))
        }
        #expect(try PlaceStatesJSON.decode(PlaceStatesJSON.encode(states)) == states)
        #expect(try PlaceStatesJSON.decode(PlaceStatesJSON.encode([])) == [])
    }

    @Test("skips an invalid entry and rejects an invalid file")
    func faults() throws {
        let entries = [
            #"{"name":"a/b","side":"inside","since":"2026-01-01T00:00:00Z"}"#, "7",
            #"{"name":"a","side":"over","since":"2026-01-01T00:00:00Z"}"#,
            #"{"name":"a","side":"inside","since":"then"}"#,
            #"{"name":"a","side":"inside","since":"1969-12-31T23:59:59Z"}"#,
            #"{"name":"good","side":"inside","since":"2026-01-01T00:00:00Z"}"#,
        ]
        let text = #"{"standings":[\#(entries.joined(separator: ","))]}"#
        #expect(try PlaceStatesJSON.decode(Array(text.utf8)).map(\.name.text) == ["good"])
        for text in ["", "{}", "[]", #"{"standings":7}"#] {
            #expect(throws: PlacesFormatError.self) { try PlaceStatesJSON.decode(Array(text.utf8)) }
        }
    }
}
