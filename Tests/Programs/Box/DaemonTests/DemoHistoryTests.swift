import Basics
import Linux
import Location
import Queries
import TestSupport
import Testing

@testable import Daemon
@testable import History

struct DemoHistoryTests {
    /// A zone eleven hours ahead of UTC all year.
    private static let clock = LocalClock(
        civilTime: { CivilTime($0 + .seconds(11 * 3600)) }, timestamp: { Timestamp($0) + .seconds(-11 * 3600) })

    @Test(
        "there are three days before today, also in other months, and no fix of today",
        arguments: ["2026-11-23T04:00:00Z", "2026-03-02T00:30:00Z", "2025-12-31T14:00:00Z"])
    func days(now: String) throws {
        let scratch = try ScratchDirectory()
        let now = try #require(Timestamp(iso8601: now))
        try DemoHistory.write(to: scratch.file("history.db"), now: now, clock: Self.clock)
        let history = try SQLiteHistory(path: scratch.file("history.db"), access: .readOnly)
        let days = try DaysResult(history, Period(first: nil, last: nil), clock: Self.clock).days
        let today = LocalDay(CivilTime(now + .seconds(11 * 3600)))
        #expect(days.map(\.day) == [-1, -2, -3].map { today.advanced(by: $0) })
        #expect(days.map { ($0.distance / 100).rounded() / 10 } == [12.2, 7.2, 3.1])
    }
}
