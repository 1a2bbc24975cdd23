import Basics
import Linux
import Location
import TestSupport
import Testing

@testable import Queries

struct LocalDayTests {
    @Test(
        "a day is what the local clock shows, whatever its length",
        arguments: [
            ("2026-03-28", "2026-03-27T23:00:00.000Z", 24), ("2026-03-29", "2026-03-28T23:00:00.000Z", 23),
            ("2026-03-30", "2026-03-29T22:00:00.000Z", 24), ("2026-10-25", "2026-10-24T22:00:00.000Z", 25),
            ("2024-02-29", "2024-02-28T23:00:00.000Z", 24), ("2026-12-31", "2026-12-30T23:00:00.000Z", 24),
        ])
    func berlin(date: String, start: String, hours: Int) throws {
        try check(date, .berlin, start: start, hours: hours)
    }

    @Test("a day without midnight begins at 01:00")
    func leap() throws {
        let clock = LocalClock.hours(2, then: [("2026-04-23T22:00:00Z", 3)])
        try check("2026-04-24", clock, start: "2026-04-23T22:00:00.000Z", hours: 23)
        try check("2026-04-23", clock, start: "2026-04-22T22:00:00.000Z", hours: 24)
    }

    @Test("a day with two midnights begins at the first")
    func twice() throws {
        let clock = LocalClock.hours(-4, then: [("2026-11-01T05:00:00Z", -5)])
        try check("2026-11-01", clock, start: "2026-11-01T04:00:00.000Z", hours: 25)
    }

    @Test(
        "text that is not a day yields nil",
        arguments: ["2h", "10:30", "2026-01-31 10:30", "2026-01-31T00:00", "", "tomorrow"])
    func nothing(text: String) {
        #expect(LocalDay(text, now: Timestamp(milliseconds: 1_767_226_022_311), clock: .berlin) == nil)
    }

    private func check(_ date: String, _ clock: LocalClock, start: String, hours: Int) throws {
        let span = try #require(LocalDay(date, now: Timestamp(milliseconds: 1_767_226_022_311), clock: clock)).span(
            clock)
        #expect(span.first.iso8601 == start)
        #expect(span.last + .milliseconds(1) - span.first == .seconds(hours * 3600))
    }
}
