import Basics
import Hooks
import Location
import Testing
import Wire

struct HookEventTests {
    private let enter = PlaceEvent(
        .enter, place: "Home", moment: Timestamp(milliseconds: 1_767_225_612_500),
        since: Timestamp(milliseconds: 1_767_225_600_000),
        coordinate: Coordinate(latitude: -37.80996889, longitude: 145),
        horizontalAccuracy: 5.5)

    @Test("a test is marked for hooks, and an event that happened is not")
    func marked() throws {
        let test = try HookEvent(reading: HookEvent.encode(enter, isTest: true))
        #expect(test.environment["WHEREISMY_TEST"] == "1" && test.line == HookEvent.encode(enter, isTest: true) + [10])
        let real = try HookEvent(reading: HookEvent.encode(enter, isTest: false))
        #expect(real.environment["WHEREISMY_TEST"] == nil && real.line == PlaceEventJSON.encode(enter) + [10])
    }

    @Test("hooks receive all values in a form for shells")
    func environment() throws {
        let event = try HookEvent(reading: PlaceEventJSON.encode(enter))
        #expect(
            event.environment == [
                "WHEREISMY_EVENT": "enter", "WHEREISMY_PLACE": "Home",
                "WHEREISMY_MOMENT": "2026-01-01T00:00:12.500Z", "WHEREISMY_SINCE": "2026-01-01T00:00:00.000Z",
                "WHEREISMY_LATITUDE": "-37.80996889", "WHEREISMY_LONGITUDE": "145.0", "WHEREISMY_ACCURACY": "5.5",
            ])
        #expect(event.line == PlaceEventJSON.encode(enter) + [10])
    }

    @Test("unknown values have no variable, and the anchor has its distance")
    func anchor() throws {
        let moment = Timestamp(milliseconds: 0)
        let event = PlaceEvent(
            .dragging, place: PlaceEvent.anchor, moment: moment, since: moment, distance: 41.26)
        let names = try HookEvent(reading: PlaceEventJSON.encode(event)).environment
        #expect(names["WHEREISMY_DISTANCE"] == "41.3")
        #expect(names["WHEREISMY_LATITUDE"] == nil)
        #expect(names["WHEREISMY_ACCURACY"] == nil)
    }

    @Test(
        "unknown members of an event are not passed on",
        arguments: [#","extra":"$(reboot)""#, #","LD_PRELOAD":"/tmp/x""#])
    func more(member: String) throws {
        let text = String(decoding: PlaceEventJSON.encode(enter), as: UTF8.self).dropLast() + member + "}"
        #expect(try HookEvent(reading: Array(text.utf8)).line == PlaceEventJSON.encode(enter) + [10])
    }

    @Test("invalid events are rejected", arguments: ["", "{}", "[]", "null"])
    func refused(text: String) {
        #expect(throws: ReportJSONError.self) { try HookEvent(reading: Array(text.utf8)) }
    }

    @Test("invalid names of places are rejected", arguments: ["../x", "a\nb", "", " a"])
    func names(place: String) {
        var event = enter
        event.place = place
        #expect(throws: ReportJSONError.self) { try HookEvent(reading: PlaceEventJSON.encode(event)) }
    }
}
