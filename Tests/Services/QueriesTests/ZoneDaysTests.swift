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

    /// A zone with daylight saving time, by one of its names.
    private struct ChangingZone {
        let name: String
        let clock: LocalClock
    }

    /// The zones of the database whose offset changes within the years; of those that change alike, one.
    private func changingZones(_ years: ClosedRange<Int>) throws -> [ChangingZone] {
        let table = String(decoding: try FileContents.read("/usr/share/zoneinfo/zone1970.tab"), as: UTF8.self)
        let names = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            line.split(separator: "\t").dropFirst(2).first.map(String.init)
        }
        let moments = years.flatMap { year in
            (1...12).map { Timestamp(CivilTime(year: year, month: $0, day: 15)) }
        }
        var known: Set<[Int]> = []
        return try names.compactMap { name in
            let clock = try clock(name)
            // Offsets from UTC in the middle of each month.
            let offsets = try moments.map { moment in
                Int((Timestamp(try #require(clock.civilTime(moment))) - moment).components.seconds)
            }
            guard Set(offsets).count > 1, known.insert(offsets).inserted else { return nil }
            return ChangingZone(name: name, clock: clock)
        }
    }

    @Test("in every zone with daylight saving time, days make up their weeks and months, over years")
    func everyZone() throws {
        let zones = try changingZones(2024...2027)
        // Europe and America with three each, Australia, New Zealand, Chile, Egypt, Palestine and more.
        #expect(zones.count > 20)
        let first = try day("2024-01-01")
        for zone in zones {
            let starts = (0...1462).map { first.advanced(by: $0).start(zone.clock) }
            let lengths = zip(starts, starts.dropFirst()).map { ($1 - $0).milliseconds / 60_000 }
            // The clock of Troll in Antarctica changes by two hours.
            #expect(lengths.allSatisfy { (1320...1560).contains($0) }, "\(zone.name)")
            #expect(Set(lengths).count > 1, "\(zone.name)")
            let days = (0..<1461).map { (index: $0, day: first.advanced(by: $0)) }
            let weeks = days.filter { $0.day.monday == $0.day }.map { ($0.index, $0.index + 7) }
            let months = days.filter { $0.day.firstOfMonth == $0.day }.map(\.index)
            for (start, end) in weeks.dropLast() + Array(zip(months, months.dropFirst() + [1461])) {
                let (begin, next) = (first.advanced(by: start), first.advanced(by: end))
                let period = Period(from: begin, until: next, clock: zone.clock)
                #expect(period.first == starts[start] && period.last == starts[end] + .milliseconds(-1), "\(zone.name)")
                #expect(begin.monday == begin || begin.firstOfNextMonth == next)
            }
        }
    }

    @Test("in every zone with daylight saving time, distances of days sum to those of weeks and months")
    func everySum() throws {
        let zones = try changingZones(2024...2027)
        let first = try day("2024-01-01")
        for (index, zone) in zones.enumerated() {
            // Each zone in another year, half of them at the first change of that year, half at the second.
            let days = (0..<366).map { first.advanced(by: index % 4 * 365 + $0) }
            let changes = days.filter { day in
                let (first, last) = day.span(zone.clock)
                return last - first != .milliseconds(86_399_999)
            }
            guard let change = changes.dropFirst(index / 4 % 2).first else { continue }
            try expectSums(around: change, zone.clock, "\(zone.name)")
        }
    }

    private func total(_ history: MemoryHistory, _ period: Period, _ clock: LocalClock) throws -> TrackSummary {
        try StatisticsQuery(history).run(period, device: nil, clock: clock).0.total
    }

    @Test("days sum to their weeks and months, and a day is the same alone and in a list", arguments: zones)
    func sums(zone: String, date: String) throws {
        try expectSums(around: try day(date), try clock(zone), Comment(rawValue: zone))
    }

    private func expectSums(around middle: LocalDay, _ clock: LocalClock, _ comment: Comment) throws {
        let history = try history(around: middle.start(clock))
        let weeks = (-2...2).map { middle.monday.advanced(by: 7 * $0) }.map { ($0, $0.advanced(by: 7)) }
        for (start, end) in weeks + [(middle.firstOfMonth, middle.firstOfNextMonth)] {
            let period = Period(from: start, until: end, clock: clock)
            let listed = try DaysResult(history, period, clock: clock).days
            #expect(Set(listed.map(\.day)).count == listed.count, comment)
            #expect(listed.allSatisfy { $0.day >= start && $0.day < end }, comment)
            let whole = try total(history, period, clock)
            #expect(listed.reduce(0) { $0 + $1.points } == whole.points && whole.distance > 0, comment)
            #expect(abs(listed.reduce(0) { $0 + $1.distance } - whole.distance) < 0.01, comment)
            for day in listed where start == middle.monday {
                let (first, last) = day.day.span(clock)
                let alone = try total(history, Period(first: first, last: last), clock)
                #expect(alone.points == day.points && alone.distance == day.distance)
            }
        }
    }
}
