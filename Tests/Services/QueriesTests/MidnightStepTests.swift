import Basics
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Queries

/// The days of a week add up to the week, whatever their zone does at midnight.
struct MidnightStepTests {
    private static let zones = [
        ("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"), ("Australia/Lord_Howe", "2026-04-05"),
        ("Pacific/Apia", "2011-12-30"), ("America/Sao_Paulo", "2018-11-04"), ("America/Havana", "2026-11-01"),
        ("Asia/Kathmandu", "2026-01-01"), ("Africa/Monrovia", "1972-01-07"), ("Pacific/Kiritimati", "2026-01-01"),
    ]

    /// A journey on the equator of eleven days around a date.
    private func journey(around middle: Timestamp, each interval: Duration, speed: Double) throws -> [TrackPoint] {
        let count = Int(11 * 86_400_000 / interval.milliseconds)
        return try (0..<count).map { index in
            let passed = Double(index) * interval.inSeconds
            var fix = Fix(device: "a", mode: .threeDimensional)
            fix.timestamp = middle + .seconds(-5 * 86_400 - 17) + .milliseconds(Int64(index) * interval.milliseconds)
            fix.coordinate = Coordinate(clampingLatitude: 0, longitude: passed * speed / 111_319.49)
            fix.altitude = 100 + passed / 100
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }

    @Test("distances, times and ascents of days add up to those of the week", arguments: zones, [60, 240, 900])
    func week(zone: (name: String, date: String), seconds: Int) throws {
        let clock = try #require(TimeZoneDatabase.system.clock(zone.name))
        let noon = try #require(Timestamp(iso8601: zone.date + "T12:00:00Z"))
        let history = MemoryHistory()
        _ = try history.append(journey(around: noon, each: .seconds(seconds), speed: 8))
        let days = (-3...3).map { LocalDay(CivilTime(noon)).advanced(by: $0) }
        let query = StatisticsQuery(history)
        let each = try days.compactMap { day in
            let (first, last) = day.span(clock)
            // One that was left out has no moment.
            guard first <= last else { return nil as TrackSummary? }
            return try query.run(Period(first: first, last: last), device: nil, clock: clock).0.total
        }
        let week = Period(first: days[0].span(clock).first, last: days[6].span(clock).last)
        let whole = try query.run(week, device: nil, clock: clock).0.total
        let sum = each.reduce(into: TrackSummary()) { $0.add($1) }
        #expect(sum.points == whole.points && abs(sum.distance - whole.distance) < 0.01)
        #expect(abs(sum.gapDistance - whole.gapDistance) < 0.01 && sum.unknown == whole.unknown)
        #expect(sum.moving == whole.moving && sum.standing == whole.standing)
        #expect(abs((sum.ascent ?? -1) - (whole.ascent ?? -2)) < 0.01)
        // Nothing is lost at the midnights.
        let way = Double(whole.points * seconds) * 8
        #expect(abs(whole.distance + whole.gapDistance - way) < 10 && whole.gaps.isEmpty)
    }
}
