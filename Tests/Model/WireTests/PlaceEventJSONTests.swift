import Basics
import Location
import Testing
import Wire

struct PlaceEventJSONTests {
    private static let coordinate = Coordinate(latitude: -37.81, longitude: 144.96)
    private static let moment = Timestamp(milliseconds: 1_767_225_600_000)

    @Test("an event is written exactly, and unknown values are absent")
    func golden() {
        let entered = PlaceEvent(
            .enter, place: "Home", moment: Self.moment, since: Self.moment + .seconds(-10),
            coordinate: Self.coordinate, horizontalAccuracy: 5.5)
        #expect(
            String(decoding: PlaceEventJSON.encode(entered), as: UTF8.self)
                == #"{"event":"enter","place":"Home","moment":"2026-01-01T00:00:00.000Z","#
                + #""since":"2025-12-31T23:59:50.000Z","latitude":-37.81,"longitude":144.96,"#
                + #""horizontalAccuracy":5.5}"#)
        let lost = PlaceEvent(
            .lost, place: PlaceEvent.anchor, moment: Self.moment, since: Self.moment)
        #expect(!String(decoding: PlaceEventJSON.encode(lost), as: UTF8.self).contains("latitude"))
    }

    @Test("the output round-trips", arguments: PlaceEvent.Kind.allCases)
    func roundTrip(kind: PlaceEvent.Kind) throws {
        var occurrence = PlaceEvent(
            kind, place: "Zürich \"Nord\"", moment: Self.moment, since: Self.moment, coordinate: Self.coordinate,
            horizontalAccuracy: 3, distance: 41.5)
        if kind == .trusted { occurrence.by = "Zoë's \"phone\"" }
        #expect(try PlaceEventJSON.decode(PlaceEventJSON.encode(occurrence)) == occurrence)
    }

    @Test(
        "an invalid value is rejected with its key",
        arguments: [
            ("event", #""event":"exploded""#), ("moment", #""event":"enter","moment":"noon""#),
            ("longitude", #""event":"enter","latitude":1"#), ("latitude", #""event":"enter","longitude":1"#),
            ("latitude", #""event":"enter","latitude":91,"longitude":1"#),
            ("distance", #""event":"enter","distance":-1"#),
        ])
    func hostile(key: String, members: String) {
        var members = members
        if !members.contains("moment") { members += #","moment":"2026-01-01T00:00:00.000Z""# }
        let text = #"{"place":"Home","since":"2026-01-01T00:00:00.000Z",\#(members)}"#
        #expect(throws: ReportJSONError.self) { try PlaceEventJSON.decode(Array(text.utf8)) }
        do {
            _ = try PlaceEventJSON.decode(Array(text.utf8))
        } catch {
            #expect(error.key == key)
        }
    }
}
