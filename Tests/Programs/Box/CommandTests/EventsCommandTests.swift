import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct EventsCommandTests {
    private let system = FakeSystem(
        now: Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12)), clock: .berlin)
    private let scratch: ScratchHistory

    /// Enters and leaves Home in turn, every hour from midnight UTC; then the anchor drags.
    init() throws {
        let start = try #require(Timestamp(iso8601: "2026-03-29T00:00:00Z"))
        var occurrences = (0..<30).map { hour in
            PlaceEvent(
                hour.isMultiple(of: 2) ? .enter : .leave, place: "Home", moment: start + .seconds(hour * 3600 + 12),
                since: start + .seconds(hour * 3600), coordinate: Coordinate(latitude: 48, longitude: 11),
                horizontalAccuracy: 5)
        }
        let moment = start + .seconds(30 * 3600)
        occurrences.append(
            PlaceEvent(.dragging, place: PlaceEvent.anchor, moment: moment, since: moment, distance: 52.4))
        scratch = try ScratchHistory([], occurrences: occurrences)
    }

    @Test("the latest events are printed in chronological order, in local time")
    func latest() {
        let result = scratch.run("events", "--last", "3", in: system)
        #expect(
            result.text == """
                2026-03-30 06:00:00 +02:00  entered   Home
                2026-03-30 07:00:00 +02:00  left      Home
                2026-03-30 08:00:00 +02:00  dragging  anchor  52 m from it

                """)
        #expect(result.code == .success && result.diagnostics.isEmpty)
        #expect(scratch.run("events", in: system).lines.count == 20)
        #expect(scratch.run("events", "--from", "2026-03-01", in: system).lines.count == 31)
        #expect(scratch.run("events", "--last", "100", in: system).lines.count == 31)
    }

    @Test("the trust in a receiver has who gave it")
    func trusted() throws {
        let moment = try #require(Timestamp(iso8601: "2026-03-29T00:00:00Z"))
        var event = PlaceEvent(.trusted, place: PlaceEvent.receiver, moment: moment, since: moment)
        event.by = "Zoë's phone"
        let result = try ScratchHistory([], occurrences: [event]).run("events", in: system)
        #expect(result.text == "2026-03-29 01:00:00 +01:00  trusted  receiver  by Zoë's phone\n")
    }

    @Test("a period and a place can be selected")
    func chosen() {
        let day = scratch.run("events", "--day", "2026-03-29", "--place", "Home", in: system)
        #expect(day.lines.count == 22 && day.lines.first == "2026-03-29 01:00:00 +01:00  entered  Home")
        #expect(scratch.run("events", "--place", "anchor", in: system).lines.count == 1)
        #expect(scratch.run("events", "--from", "2026-03-30T06:00:00Z", in: system).lines.count == 1)
    }

    @Test("JSON lines equal those of the daemon")
    func json() {
        let text = scratch.run("events", "--format", "json", "--last", "2", in: system).text
        #expect(
            text == """
                {"event":"leave","place":"Home","moment":"2026-03-30T05:00:12.000Z","since":"2026-03-30T05:00:00.000Z",\
                "latitude":48.0,"longitude":11.0,"horizontalAccuracy":5.0}
                {"event":"dragging","place":"anchor","moment":"2026-03-30T06:00:00.000Z",\
                "since":"2026-03-30T06:00:00.000Z","distance":52.4}

                """, "\(text)")
    }

    @Test("no events are nothing found, no history is a failure")
    func nothing() {
        let none = scratch.run("events", "--place", "Hut", in: system)
        #expect(none == CommandResult(diagnostics: "no events at \"Hut\" in the history", code: .nothingKnown))
        let today = scratch.run("events", "--from", "2026-03-31", in: system)
        #expect(today.diagnostics == "no events at any place from 2026-03-31 00:00:00 +02:00 on")
        let absent = system.run("events", "--state-directory", "/nowhere")
        #expect(absent.diagnostics.hasPrefix("/nowhere/history.db: no history") && absent.code == .failure)
    }

    @Test("an invalid command line is rejected with the fix")
    func usage() {
        #expect(system.run("events", "--last", "0").diagnostics == "--last: \"0\" is not a whole number above 0")
        #expect(system.run("events", "Home").code == .usage)
        #expect(system.run("events", "--from", "2h", "--to", "3h").code == .usage)
    }
}
