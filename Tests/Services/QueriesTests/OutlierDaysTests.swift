import Basics
import History
import Linux
import Location
import Simulator
import TestSupport
import Testing
import Tracks

@testable import Queries

/// The days of several devices with outliers add up to all days, in total and for each device.
struct OutlierDaysTests {
    private static let midnight = Timestamp(milliseconds: 1_774_569_600_000)
    private static let utc = LocalClock(civilTime: { CivilTime($0) }, timestamp: { Timestamp($0) })
    private static let dates = (-2...2).map { LocalDay(CivilTime(midnight)).advanced(by: $0) }

    private static func point(
        _ device: String = "a", at seconds: Double, north: Double, east: Double = 0
    ) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.timestamp = midnight + .milliseconds(Int64(seconds * 1000))
        fix.coordinate = Coordinate(clampingLatitude: 50, longitude: 10).moved(north: north, east: east)
        return try #require(TrackPoint(fix))
    }

    /// The figures that add up, in seconds and metres.
    private static func figures(_ summary: TrackSummary) -> [Double] {
        [
            Double(summary.points), Double(summary.outliers), summary.moving.inSeconds, summary.standing.inSeconds,
            summary.unknown.inSeconds, summary.distance, summary.gapDistance,
        ]
    }

    /// Compares the days, each queried by itself, with all days; returns the whole.
    private func compare(_ points: [TrackPoint], _ note: Comment? = nil) throws -> StatisticsResult {
        let history = MemoryHistory()
        _ = history.append(points)
        let query = StatisticsQuery(history)
        let period = Period(
            first: Self.dates[0].span(Self.utc).first, last: Self.dates[4].span(Self.utc).last)
        let (daily, _) = try query.runDaily(period, device: nil, clock: Self.utc)
        let each = try Self.dates.map { day in
            let (first, last) = day.span(Self.utc)
            return try query.run(Period(first: first, last: last), device: nil, clock: Self.utc).0
        }
        let sum = each.reduce(into: TrackSummary()) { $0.add($1.total) }
        expectEqual(sum, daily.whole.total, note)
        for device in daily.whole.devices {
            let sum = each.flatMap(\.devices).filter { $0.name == device.name }
                .reduce(into: TrackSummary()) { $0.add($1.summary) }
            expectEqual(sum, device.summary, note)
        }
        return daily.whole
    }

    private func expectEqual(_ sum: TrackSummary, _ whole: TrackSummary, _ note: Comment?) {
        let pairs = zip(Self.figures(sum), Self.figures(whole))
        #expect(pairs.allSatisfy { abs($0 - $1) < 0.01 }, note)
    }

    @Test("an outlier that is the last point of a day is in no figure of the next")
    func lastOfDay() throws {
        var points = try (0..<60).map { try Self.point(at: Double($0) * 60 - 7200, north: Double($0) * 100) }
        points.append(try Self.point(at: -2400, north: 220_000))
        points += try (0..<60).map { try Self.point(at: 1800 + Double($0) * 60, north: 6000 + Double($0) * 100) }
        let whole = try compare(points)
        #expect(whole.total.outliers == 1 && abs(whole.total.gapDistance - 100) < 1)
        try expectEqual(#require(whole.devices.first).summary, whole.total, nil)
    }

    @Test("a good fix before an outlier of a device that reports rarely is kept", arguments: [50_000.0, 333_000])
    func goodBeforeOutlier(metres: Double) throws {
        for side in [-1.0, 1] {
            var points = try (0..<60).map { try Self.point(at: Double($0) * 900 - 27_014, north: Double($0) * 9000) }
            // 20 seconds after the one of 14 seconds before midnight.
            points.insert(try Self.point(at: 6, north: 270_000 + side * metres), at: 31)
            let whole = try compare(points)
            #expect(whole.total.outliers == 1, "\(side)")
            #expect(abs(whole.total.distance + whole.total.gapDistance - 59 * 9000) < 3000)
        }
    }

    /// A walk with a fix each minute.
    private static func walk(_ device: String, _ seconds: ClosedRange<Double>, north: Double = 0) throws -> [TrackPoint]
    {
        try stride(from: seconds.lowerBound, through: seconds.upperBound, by: 60).map {
            try point(device, at: $0, north: north + $0)
        }
    }

    @Test("a day goes on from the last point that counts, which another device may have")
    func outlierOfOther() throws {
        var points = try Self.walk("a", -7200 ... -600) + Self.walk("b", -7140 ... -300)
        points.append(try Self.point("a", at: -20, north: 900_000))
        points += try Self.walk("b", 1000...3000) + Self.walk("a", 1100...3000)
        let whole = try compare(points.sorted { $0.timestamp < $1.timestamp })
        #expect(whole.devices.first?.summary.outliers == 1 && abs(whole.total.unknown.inSeconds - 1300) < 1)
    }

    @Test("a jump before midnight that the next day confirms is where that day goes on from")
    func confirmedJump() throws {
        var points = try Self.walk("a", -7200 ... -60) + Self.walk("b", -7170 ... -30)
        for second in [-25.0, -20] { points.append(try Self.point("a", at: second, north: 60_000)) }
        points += try Self.walk("b", 1000...3000) + Self.walk("a", 1100...3000, north: 60_000)
        let whole = try compare(points.sorted { $0.timestamp < $1.timestamp })
        #expect(whole.total.outliers == 0 && abs(whole.total.unknown.inSeconds - 1020) < 1)
    }

    // In the last one, an outlier is the first point that the track before a day would have without the point before it.
    @Test("random days of one to three devices", arguments: Array(0..<40) + [47])
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var points: [TrackPoint] = []
        for device in ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &generator)) {
            points += try Self.track(of: device, &generator)
        }
        _ = try compare(points.sorted { $0.timestamp < $1.timestamp }, "\(seed)")
    }

    /// A track of three days: stretches of any interval and speed, gaps, and a point in thirty far away.
    private static func track(of device: String, _ generator: inout SeededGenerator) throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        var (seconds, north) = (-130_000.0, 0.0)
        while seconds < 130_000 {
            let interval = pick([5.0, 20, 60, 900], &generator)
            let speed = pick([0.0, 1.4, 20], &generator)
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                (seconds, north) = (seconds + interval, north + speed * interval)
                let isOutlier = Int.random(in: 0..<30, using: &generator) == 0
                let east = isOutlier ? pick([3000.0, 50_000, 2e6], &generator) : 0
                points.append(try point(device, at: seconds, north: north, east: east))
            }
            if Bool.random(using: &generator) { seconds += Double.random(in: 100..<30_000, using: &generator) }
        }
        return points.filter { $0.timestamp < midnight + .seconds(130_000) }
    }

    private static func pick(_ values: [Double], _ generator: inout SeededGenerator) -> Double {
        values[Int.random(in: values.indices, using: &generator)]
    }
}
