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

    // A fix each minute, whose steps are all short, takes long to compute and is the same in all zones.
    @Test(
        "distances, times and ascents of days add up to those of the week",
        arguments: zones.flatMap { [($0, 240), ($0, 900)] } + [(zones[2], 60)])
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

    /// 2026-03-27T00:00Z.
    private static let midnight = Timestamp(milliseconds: 1_774_569_600_000)
    private static let utc = LocalClock(civilTime: { CivilTime($0) }, timestamp: { Timestamp($0) })

    /// A walk of 2 m/s around a midnight, some metres aside at some seconds.
    private func walk(_ seconds: some Sequence<Int>, aside: [Int: Double] = [:]) throws -> [TrackPoint] {
        try seconds.map { second in
            var fix = Fix(device: "a", mode: .threeDimensional)
            fix.timestamp = Self.midnight + .seconds(second)
            let place = try #require(Coordinate(latitude: 10, longitude: 20))
            fix.coordinate = place.moved(north: Double(second) * 2, east: aside[second] ?? 0)
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }

    /// Compares the days, each queried alone and all together, with the whole.
    private func compare(_ points: [TrackPoint]) throws -> TrackSummary {
        let history = MemoryHistory()
        _ = history.append(points)
        let query = StatisticsQuery(history)
        let days = (-3...4).map { LocalDay(CivilTime(Self.midnight)).advanced(by: $0) }
        let period = Period(from: days[0], until: days[7], clock: Self.utc)
        let (daily, _) = try query.runDaily(period, device: nil, clock: Self.utc)
        let each = try days.dropLast().map { day in
            let (first, last) = day.span(Self.utc)
            return try query.run(Period(first: first, last: last), device: nil, clock: Self.utc).0
        }
        let device = try #require(daily.whole.devices.first?.summary)
        let listed = daily.days.reduce(into: TrackSummary()) { $0.add($1.summary) }
        let total = each.reduce(into: TrackSummary()) { $0.add($1.total) }
        let ofDevice = each.reduce(into: TrackSummary()) { $0.add($1.devices.first?.summary ?? TrackSummary()) }
        for sum in [listed, total, ofDevice, daily.whole.total] {
            #expect(sum.points == device.points && sum.outliers == device.outliers)
            #expect(abs(sum.distance - device.distance) < 0.01 && abs(sum.gapDistance - device.gapDistance) < 0.01)
            #expect(sum.moving == device.moving && sum.standing == device.standing && sum.unknown == device.unknown)
            #expect(sum.gaps == device.gaps)
        }
        return device
    }

    @Test("a gap over midnight is in the day that it leads to", arguments: [240, 301, 600, 3600, 40_000, 3 * 86_400])
    func gap(seconds: Int) throws {
        let points = try walk(-700 - seconds / 2 ..< -seconds / 2) + walk(seconds / 2..<seconds / 2 + 700)
        let whole = try compare(points)
        let way = 2 * Double(1399 + seconds / 2 * 2)
        #expect(abs(whole.distance + whole.gapDistance - way) < 10 + way / 200)
        #expect(whole.gaps.count == (seconds < 300 ? 0 : 1))
    }

    @Test(
        "outliers beside midnight are left out of all days",
        arguments: [[-1], [0], [-1, 0], [-2, -1], [0, 1], [-3, -2, -1, 0, 1, 2], [-40, -1, 1, 40]], [60.0, 300, 80_000])
    func outliers(seconds: [Int], metres: Double) throws {
        let aside = Dictionary(uniqueKeysWithValues: seconds.map { ($0, metres) })
        let whole = try compare(walk(-600..<600, aside: aside))
        #expect(whole.outliers >= seconds.count && whole.outliers < seconds.count + 5)
        #expect(abs(whole.distance + whole.gapDistance - 2398) < 20)
    }

    @Test("a sparse drive that begins at midnight, or over it, has all its legs", arguments: [-900, 0, -1800])
    func sparse(first: Int) throws {
        let points = try walk(stride(from: first, through: first + 3600, by: 900))
        let whole = try compare(points)
        #expect(whole.gaps.isEmpty && abs(whole.distance + whole.gapDistance - 7200) < 10)
    }
}
