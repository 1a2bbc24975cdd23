import Basics
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Queries

/// Days in zones that do what zones do, around a day with a change: half an hour of daylight saving time, a day that was
/// left out, a midnight that was skipped or repeated, quarters of an hour, an offset of seconds, the farthest zone.
struct ZoneDaysTests {
    private static let zones = [
        ("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"), ("Australia/Lord_Howe", "2026-04-05"),
        ("Australia/Lord_Howe", "2026-10-04"), ("Pacific/Apia", "2011-12-30"), ("America/Sao_Paulo", "2018-11-04"),
        ("America/Sao_Paulo", "2019-02-17"), ("America/Havana", "2026-11-01"), ("America/St_Johns", "2010-11-07"),
        ("Pacific/Chatham", "2026-04-05"), ("Asia/Kathmandu", "2026-01-01"), ("Pacific/Kiritimati", "2026-01-01"),
        ("Etc/GMT+12", "2026-01-01"), ("Africa/Monrovia", "1972-01-07"), ("America/Nuuk", "2026-03-28"),
    ]

    private func clock(_ zone: String) throws -> LocalClock { try #require(TimeZoneDatabase.system.clock(zone)) }

    private func day(_ text: String) throws -> LocalDay {
        let noon = try #require(Timestamp(iso8601: text + "T12:00:00Z"))
        return LocalDay(CivilTime(noon))
    }

    @Test("each moment belongs to one day, and weeks and months begin with a day", arguments: zones)
    func partition(zone: String, date: String) throws {
        let (clock, middle) = (try clock(zone), try day(date))
        for number in -20...20 {
            let day = middle.advanced(by: number)
            let (first, last) = day.span(clock)
            #expect(day.advanced(by: 1).start(clock) == last + .milliseconds(1))
            #expect(day.advanced(by: -1).span(clock).last == first + .milliseconds(-1))
            #expect(last - first < .seconds(26 * 3600))
            // That of Apia has no moment.
            guard first <= last else { continue }
            for minute in stride(from: Int64(0), to: (last - first).milliseconds / 60_000, by: 31) {
                #expect(LocalDay.day(of: first + .seconds(minute * 60), clock)?.day == day)
            }
            #expect(LocalDay.day(of: last, clock)?.day == day)
            #expect(LocalDay.day(of: last + .milliseconds(1), clock)?.day != day)
        }
    }

    @Test("the day that Samoa left out has no moment, and a skipped midnight is one o'clock")
    func leftOut() throws {
        let apia = try clock("Pacific/Apia")
        let (first, last) = try day("2011-12-30").span(apia)
        #expect(first == last + .milliseconds(1) && first.iso8601 == "2011-12-30T10:00:00.000Z")
        let (journeys, _) = try JourneyQuery(MemoryHistory()).run(day("2011-12-30"), device: nil, clock: apia)
        #expect(journeys.entries.isEmpty)
        #expect(try day("2018-11-04").start(clock("America/Sao_Paulo")).iso8601 == "2018-11-04T03:00:00.000Z")
    }

    /// Returns points of five weeks around a day: each hour a minute of movement, in which the hour begins.
    private func history(around middle: Timestamp) throws -> MemoryHistory {
        let history = MemoryHistory()
        let start = middle + .seconds(-17 * 86_400 - 15)
        _ = history.append(
            try (0..<2520).map { index in
                var fix = Fix(device: "a", mode: .twoDimensional)
                fix.timestamp = start + .seconds(index / 3 * 3600 + index % 3 * 30)
                fix.coordinate = Coordinate(latitude: -40 + Double(index) * 100 / 111_200, longitude: 170)
                return try #require(TrackPoint(fix, motion: .moving))
            })
        return history
    }

    private func total(_ history: MemoryHistory, _ period: Period, _ clock: LocalClock) throws -> TrackSummary {
        try StatisticsQuery(history).run(period, device: nil, clock: clock).0.total
    }

    @Test("days sum to their weeks and months, and a day is the same alone and in a list", arguments: zones)
    func sums(zone: String, date: String) throws {
        let (clock, middle) = (try clock(zone), try day(date))
        let history = try history(around: middle.start(clock))
        let weeks = (-2...2).map { middle.monday.advanced(by: 7 * $0) }.map { ($0, $0.advanced(by: 7)) }
        for (start, end) in weeks + [(middle.firstOfMonth, middle.firstOfNextMonth)] {
            let period = Period(from: start, until: end, clock: clock)
            let listed = try DaysResult(history, period, clock: clock).days
            #expect(Set(listed.map(\.day)).count == listed.count)
            #expect(listed.allSatisfy { $0.day >= start && $0.day < end })
            let whole = try total(history, period, clock)
            #expect(listed.reduce(0) { $0 + $1.points } == whole.points && whole.distance > 0)
            #expect(abs(listed.reduce(0) { $0 + $1.distance } - whole.distance) < 0.01)
            for day in listed where start == middle.monday {
                let (first, last) = day.day.span(clock)
                let alone = try total(history, Period(first: first, last: last), clock)
                #expect(alone.points == day.points && alone.distance == day.distance)
            }
        }
    }
}
