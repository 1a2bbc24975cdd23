import Basics
import Linux
import Location
import TestSupport
import Testing

@testable import Queries

struct TimePhraseTests {
    /// 2026-03-01 00:30 on a clock an hour ahead of UTC.
    private let now = Timestamp(CivilTime(year: 2026, month: 2, day: 28, hour: 23, minute: 30))

    private func iso(_ text: String) throws -> String? {
        try TimePhrase(text).moment(now: now, clock: .hours(1))?.iso8601
    }

    @Test(
        "a phrase resolves to the moment that it means",
        arguments: [
            ("now", "2026-02-28T23:30:00.000Z"), ("today", "2026-02-28T23:00:00.000Z"),
            ("yesterday", "2026-02-27T23:00:00.000Z"), ("Yesterday", "2026-02-27T23:00:00.000Z"),
            ("yesterday 08:30", "2026-02-28T07:30:00.000Z"), ("Today  00:15:10", "2026-02-28T23:15:10.000Z"),
            // A time of today may be later than now.
            ("today 08:30", "2026-03-01T07:30:00.000Z"),
            // Ages.
            ("2h", "2026-02-28T21:30:00.000Z"), ("-2h", "2026-02-28T21:30:00.000Z"),
            ("10min", "2026-02-28T23:20:00.000Z"), ("10 m", "2026-02-28T23:20:00.000Z"),
            ("90s", "2026-02-28T23:28:30.000Z"), ("1.5 hours ago", "2026-02-28T22:00:00.000Z"),
            ("1h30min", "2026-02-28T22:00:00.000Z"), ("1 day 2 hours ago", "2026-02-27T21:30:00.000Z"),
            ("3 days ago", "2026-02-25T23:30:00.000Z"), ("1w", "2026-02-21T23:30:00.000Z"),
            // On the local clock.
            ("2026-01-31", "2026-01-30T23:00:00.000Z"), ("2026-01-31 10:30", "2026-01-31T09:30:00.000Z"),
            ("2026-01-31T10:30:15", "2026-01-31T09:30:15.000Z"), ("2024-02-29", "2024-02-28T23:00:00.000Z"),
            ("  2026-01-31   10:30 ", "2026-01-31T09:30:00.000Z"),
            // A time later than now was yesterday.
            ("00:15", "2026-02-28T23:15:00.000Z"), ("00:30:00", "2026-02-28T23:30:00.000Z"),
            ("23:45", "2026-02-28T22:45:00.000Z"),
            // With a zone.
            ("2026-01-31T10:30:00Z", "2026-01-31T10:30:00.000Z"), ("2026-01-31T10:30z", "2026-01-31T10:30:00.000Z"),
            ("2026-01-31 10:30 UTC", "2026-01-31T10:30:00.000Z"),
            ("2026-01-31T10:30:00.25+02:00", "2026-01-31T08:30:00.250Z"),
            ("2026-01-31T10:30:00-0530", "2026-01-31T16:00:00.000Z"),
            ("2026-01-31T10:30+02", "2026-01-31T08:30:00.000Z"),
        ])
    func understood(text: String, moment: String) throws {
        #expect(try iso(text) == moment)
    }

    @Test(
        "an unknown phrase is named with the accepted syntax",
        arguments: [
            "", "-", "soon", "5", "2", "26-01-31", "2026-1-31", "2026-01-31T", "2026-01-31 10", "10:3", "1030",
            "2026-01-31 10:30 CET", "2026-01-31T10:30:00+99:00", "2026-01-31T10:30:00.Z", "2h tomorrow", "ago", "h",
            "١٠:٣٠", "yesterday 8", "yesterday08:30", "yesterday 08:30 UTC", "today yesterday", "08:30 today", "½h",
            "2026-01-31-2h", "1e5h", "0x10s", "nan h", "infinity s", "\u{1B}[2J", "2h\0",
        ])
    func unknown(text: String) {
        let error = #expect(throws: TimePhraseError.self) { try TimePhrase(text) }
        #expect(error?.description.contains("expected") == true)
        #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }

    @Test("an unknown unit is named", arguments: [("2x", "x"), ("1h5mon", "mon"), ("3 decades ago", "decades")])
    func unit(text: String, unit: String) {
        #expect(throws: TimePhraseError(text, .unit(unit))) { try TimePhrase(text) }
    }

    @Test(
        "an impossible day, time or age is an error",
        arguments: [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "24:00", "10:60", "today 24:00", "yesterday 08:60",
            "2026-01-31T10:30:60Z", "10000w",
            String(repeating: "9", count: 300) + "h",
        ])
    func impossible(text: String) {
        #expect(throws: TimePhraseError(text, .impossible)) { try TimePhrase(text) }
    }

    @Test("a failing clock yields no moment")
    func unknownClock() throws {
        let clock = LocalClock(civilTime: { _ in nil }, timestamp: { _ in nil })
        for text in ["today", "today 10:30", "10:30", "2026-01-31"] {
            #expect(try TimePhrase(text).moment(now: now, clock: clock) == nil)
        }
    }
}
