import Basics
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Queries

/// The series of fixes and of summaries.
struct SeriesTests {
    private static let start = Timestamp(milliseconds: 1_774_600_200_000)  // 2026-03-27T08:30:00Z

    private func point(
        _ second: Int, north metres: Double = 0, speed: Double? = nil, altitude: Double? = nil, device: String = "a"
    ) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = Self.start + .seconds(second)
        fix.coordinate = try #require(Coordinate(latitude: 50, longitude: 10)).moved(distance: metres, bearing: 0)
        fix.speed = speed
        fix.altitude = altitude
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        return try #require(TrackPoint(fix, motion: .moving))
    }

    private func series(
        _ points: [TrackPoint], rows: Int = 10, device: String? = nil, _ period: Period = Period(first: nil, last: nil)
    ) throws -> SeriesResult {
        let history = MemoryHistory()
        _ = history.append(points.sorted { $0.timestamp < $1.timestamp })
        return try SeriesQuery(history).run(period, rows: rows, device: device).0
    }

    @Test("a step has the means and the extremes of its fixes, and the distance up to its first one")
    func figures() throws {
        let result = try series(
            (0..<1000).map { try point($0, north: Double($0) * 2, speed: Double($0 % 5), altitude: Double($0)) })
        #expect(result.source == .fixes && result.step == .seconds(100) && result.rows.count == 10)
        let second = result.rows[1]
        #expect(second.time == Self.start + .seconds(100) && second.speed == 2 && second.maxSpeed == 3)
        #expect(second.altitude == 149.5 && second.altitudes == 100...199 && second.accuracy == 5)
        #expect(abs(try #require(second.distance) - 200) < 0.1)
        #expect(abs(try #require(result.rows.last?.distance) - 1800) < 1)
    }

    @Test("a reported speed that nothing has is unknown")
    func impossibleSpeed() throws {
        let result = try series(
            (0..<100).map { try point($0, north: Double($0), speed: $0 == 50 ? 223_676 : 1) }, rows: 10)
        #expect(result.rows.allSatisfy { $0.speed == 1 && ($0.maxSpeed ?? 9) < 1.1 })
    }

    @Test("without reported speeds the speed is that of the path, also of a step with one fix")
    func computedSpeed() throws {
        let result = try series((0..<20).map { try point($0 * 10, north: Double($0) * 70) }, rows: 5000)
        #expect(result.step == .seconds(1) && result.rows.count == 20 && result.rows[0].speed == nil)
        for row in result.rows.dropFirst() {
            #expect(abs(try #require(row.speed) - 7) < 0.01 && row.altitude == nil)
            #expect(abs(try #require(row.maxSpeed) - 7) < 0.01)
        }
    }

    @Test("without reported speeds the highest is that of two steps in a row, as in the statistics")
    func computedTopSpeed() throws {
        var metres = 0.0
        let points = try (0..<1000).map { second in
            metres += (400..<410).contains(second) ? 30 : second == 800 ? 60 : 5
            return try point(second, north: metres)
        }
        let history = MemoryHistory()
        _ = history.append(points)
        let whole = Period(first: nil, last: nil)
        let rows = try SeriesQuery(history).run(whole, rows: 10, device: nil).0.rows
        let top = try #require(rows.compactMap(\.maxSpeed).max())
        #expect(abs(top - 30) < 0.1)
        let statistics = try StatisticsQuery(history).run(whole, device: nil, clock: .system).0.total
        #expect(abs(try #require(statistics.topSpeed) - top) < 0.01)
    }

    @Test("the errors that a receiver states are means of the step, and unknown without a value")
    func errors() throws {
        let points = try (0..<100).map { second in
            let base = try point(second, north: Double(second), speed: 1, altitude: second < 50 ? 10 : nil)
            var fix = base.fix
            (fix.speedAccuracy, fix.verticalAccuracy) = (second % 2 == 0 ? 1 : 2, 4)
            return try #require(TrackPoint(fix, motion: .moving))
        }
        let rows = try series(points).rows
        #expect(rows.allSatisfy { $0.speedAccuracy == 1.5 })
        #expect(rows.map(\.altitudeAccuracy) == Array(repeating: 4, count: 5) + Array(repeating: nil, count: 5))
    }

    @Test("a gap is a row of nulls in its middle, if it lasts for a step")
    func gap() throws {
        let points = try [0..<100, 200..<300].flatMap { try $0.map { try point($0, north: Double($0) * 9) } }
        let result = try series(points, rows: 100)
        let gap = try #require(result.rows.firstIndex { $0.isGap })
        #expect(result.rows.count { $0.isGap } == 1 && result.rows[gap].time == Self.start + .milliseconds(149_500))
        #expect(result.rows[gap].coordinate == nil && result.rows[gap].distance == nil)
        // The way across the gap is unknown.
        #expect(abs(try #require(result.rows.last?.distance) - (99 + 97) * 9) < 10)
        #expect(try !series(points, rows: 2).rows.contains(where: \.isGap))
    }

    @Test("of receivers at the same time one counts, and a later one continues after a gap")
    func receivers() throws {
        let both = try (0..<100).flatMap { second in
            try ["a", "b"].map { try point(second, north: Double(second) * 5, device: $0) }
        }
        let later = try (300..<400).map { try point($0, north: Double($0) * 5, device: "b") }
        let result = try series(both + later, rows: 40)
        #expect(abs(try #require(result.rows.last(where: { !$0.isGap })?.distance) - 945) < 6)
        #expect(result.rows.count { $0.isGap } == 1)
        #expect(try series(both, device: "none").rows.isEmpty)
        #expect(try series(both, device: "b").rows.count == 10)
    }

    @Test("outliers are in no row, from fixes and from summaries alike", arguments: [5000, 400_000])
    func outliers(later: Int) throws {
        let points = try (0..<2000).map { second in
            let place = try point(second, north: Double(second) * 2, speed: 2, altitude: 100)
            guard second % 450 == 10 || second == 899 else { return place }
            var fix = place.fix
            fix.coordinate = place.coordinate.moved(north: 0, east: 80_000)
            (fix.altitude, fix.speed) = (9000, 900)
            return try #require(TrackPoint(fix, motion: .moving))
        }
        let result = try series(points + [try point(later, north: 4000), try point(later + 1, north: 4002)], rows: 40)
        #expect(result.source == (later < 10_000 ? .fixes : .summaries))
        for row in result.rows where !row.isGap {
            let place = try #require(row.coordinate)
            #expect(abs(place.longitude - 10) < 0.1 && (row.distance ?? 0) < 4010 && (row.maxSpeed ?? 0) < 3)
            #expect(row.altitudes.map { $0.upperBound == 100 } ?? true)
        }
    }

    @Test("times ascend and rows are limited, from fixes and from summaries alike", arguments: 0..<6)
    func random(seed: UInt64) throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        var walk = RandomTrack(seed: seed, start: Self.start)
        let end = try walk.fill(history)
        let far = try point(40 * 86_400)
        _ = try history.append([far])
        while try !history.summarise(upTo: 50) {}
        let (long, _) = try SeriesQuery(history).run(Period(first: nil, last: nil), rows: 1000, device: nil)
        let (short, _) = try SeriesQuery(history).run(
            Period(first: Self.start, last: min(end, Self.start + .seconds(200_000))), rows: 50, device: nil)
        #expect(long.source == .summaries && long.step == .seconds(3600) && short.source == .fixes)
        for (result, limit) in [(long, 1000), (short, 50)] {
            #expect(zip(result.rows, result.rows.dropFirst()).allSatisfy { $0.time < $1.time })
            let known = result.rows.filter { !$0.isGap }
            #expect(known.count <= limit && !known.isEmpty && result.rows.count <= limit * 2)
            let distances = known.compactMap(\.distance)
            #expect(distances == distances.sorted())
            #expect(known.allSatisfy { ($0.speed ?? 0) <= ($0.maxSpeed ?? 0) })
        }
    }

    @Test("summaries have the distance, the top speed and the extremes of altitude of the fixes")
    func summaries() throws {
        let points = try (0..<20_000).map { second in
            try point(
                second, north: Double(second) * 3, speed: Double(second % 7), altitude: 300 + Double(second % 400))
        }
        let day = 86_400
        let later = try (0..<2000).map { try point(5 * day + $0, north: 60_000, speed: 0.1, altitude: 100) }
        let result = try series(points + later, rows: 5000)
        #expect(result.source == .summaries && result.step == .seconds(900))
        let known = result.rows.filter { !$0.isGap }
        #expect(result.rows.count { $0.isGap } == 1 && known.count == 23 + 3)
        for row in known.dropFirst().prefix(20) {
            #expect(row.maxSpeed == 5 && row.altitudes == 300...699 && row.accuracy == 5)
            #expect(abs(try #require(row.speed) - 3) < 0.01)
        }
        #expect(abs(try #require(known.last?.distance) - 60_000) < 60)
    }

    @Test(
        "an altitude that no vehicle reaches is in no row",
        arguments: [[500], [500, 501, 502], [897, 1203], [1500]])
    func altitudes(spikes: [Int]) throws {
        for speed in [0.0, 2, 20] {
            let points = try (0..<2000).map { second in
                let altitude = spikes.contains(second) ? 9000 : 100 + Double(second) / 100
                return try point(second, north: Double(second) * speed, speed: speed, altitude: altitude)
            }
            let result = try series(points, rows: 40)
            let known = result.rows.compactMap(\.altitudes)
            #expect(!known.isEmpty && known.allSatisfy { $0.lowerBound >= 100 && $0.upperBound <= 120 })
            #expect(result.rows.compactMap(\.altitude).allSatisfy { $0 >= 100 && $0 <= 120 })
        }
    }

    @Test("a receiver that finds another altitude for good has that in the rows after half a minute")
    func otherAltitude() throws {
        let result = try series((0..<2000).map { try point($0, altitude: $0 < 1000 ? 9000 : 100) }, rows: 20)
        #expect(result.rows.suffix(9).allSatisfy { $0.altitudes == 100...100 })
    }
}
