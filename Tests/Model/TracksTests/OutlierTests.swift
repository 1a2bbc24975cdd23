import Basics
import HistoryEncoding
import Location
import Testing
import Tracks

/// Statistics of tracks with positions to which no vehicle can have gone.
struct OutlierTests {
    private static let start = Coordinate(clampingLatitude: 47, longitude: 8)

    /// A walk north of 1.4 m/s with a fix each second.
    private static func walk(
        _ seconds: Range<Int> = 0..<3000, each step: Int = 1, speed: Double = 1.4, reported: Double? = nil
    ) throws -> [TrackPoint] {
        try stride(from: seconds.lowerBound, to: seconds.upperBound, by: step).map { second in
            var fix = try Sample.bare(start.moved(north: speed * Double(second), east: 0), at: Double(second)).fix
            fix.speed = reported
            return try #require(TrackPoint(fix))
        }
    }

    private static func move(_ points: inout [TrackPoint], at indices: [Int], east metres: Double) throws {
        for index in indices {
            var fix = points[index].fix
            fix.coordinate = points[index].coordinate.moved(north: 0, east: metres)
            points[index] = try #require(TrackPoint(fix))
        }
    }

    @Test(
        "outliers anywhere are left out of the distance and the top speed",
        arguments: [
            [500], [1], [2], [0], [2999], [2998], [899], [900], [901], [500, 501, 502], [898, 899, 900, 901],
            [10, 20, 30], [700, 702, 704], Array(100..<112), [2997, 2998, 2999], [0, 1, 2],
            [500, 540], [500, 530, 531, 570, 600], [460, 499, 501, 540],
        ], [150.0, 5000, 2e6])
    func leftOut(indices: [Int], metres: Double) throws {
        for reported in [nil, 1.4] {
            var points = try Self.walk(reported: reported)
            try Self.move(&points, at: indices, east: metres)
            let summary = TrackStatistics(points).finish()
            #expect(abs(summary.distance - 4198.6) < 10 && summary.points == 3000)
            #expect(summary.topSpeed.map { $0 < 2 } == true && summary.gapDistance == 0)
            #expect(summary.outliers >= indices.count && summary.outliers <= indices.count + 4)
            #expect(summary.trips.count == 1 && summary.trips.first.map { abs($0.distance - 4198.6) < 10 } == true)
            let outliers = Outliers(among: points)
            #expect(outliers.count == summary.outliers && indices.allSatisfy { outliers.contains(points[$0]) })
        }
    }

    @Test("outliers beside a gap are left out")
    func besideGap() throws {
        for index in [599, 600] {
            var points = try Self.walk(0..<600) + Self.walk(1400..<2000)
            try Self.move(&points, at: [index], east: 80_000)
            let summary = TrackStatistics(points).finish()
            #expect(abs(summary.distance + summary.gapDistance - 1.4 * 1999) < 20 && summary.topSpeed == 1.4)
        }
    }

    @Test(
        "an airliner, a train, a car and a ferry keep all points, at any interval",
        arguments: [250.0, 83, 33, 12], [1, 10, 60, 600])
    func fast(speed: Double, step: Int) throws {
        for reported in [nil, speed] {
            let points = try Self.walk(0..<7200, each: step, speed: speed, reported: reported)
            let summary = TrackStatistics(points).finish()
            let way = speed * Double((points.count - 1) * step)
            #expect(summary.outliers == 0 && abs(summary.distance + summary.gapDistance - way) < way / 1000)
        }
    }

    @Test("a flight without record is a gap with its distance")
    func flight() throws {
        var points = try Self.walk()
        var later = try Self.walk(40_000..<41_000)
        try Self.move(&later, at: Array(later.indices), east: 6_000_000)
        points += later
        let summary = TrackStatistics(points).finish()
        #expect(summary.outliers == 0 && summary.gaps.count == 1 && summary.gapDistance > 5_000_000)
    }

    @Test("a fault in the reported speed is not the top speed")
    func speed() throws {
        var points = try Self.walk(reported: 1.4)
        for index in [700, 701, 702] {
            var fix = points[index].fix
            fix.speed = 555
            points[index] = try #require(TrackPoint(fix))
        }
        #expect(TrackStatistics(points).finish().topSpeed.map { $0 < 2 } == true)
    }

    @Test("a receiver that corrects itself, and one taken elsewhere in no time, go on there")
    func relocated() throws {
        var points = try Self.walk()
        try Self.move(&points, at: Array(1000..<3000), east: 300_000)
        let summary = TrackStatistics(points).finish()
        #expect(summary.outliers <= 1 && abs(summary.distance - 4198) < 10)
    }

    @Test("an outlier of a phone that reports each quarter of an hour is left out")
    func sparse() throws {
        var points = try Self.walk(0..<36_000, each: 900, speed: 0)
        try Self.move(&points, at: [12], east: 5_000_000)
        let summary = TrackStatistics(points).finish()
        #expect(summary.outliers == 1 && summary.gapDistance == 0 && summary.distance == 0)
    }

    @Test("the two jumps of a wrong position for minutes are counted, and its distance is not", arguments: [1, 10])
    func island(interval: Int) throws {
        var points = try Self.walk(0..<400 * interval, each: interval)
        try Self.move(&points, at: Array(150..<150 + 100 / interval), east: 33_000)
        let summary = TrackStatistics(points).finish()
        #expect(summary.jumps == 2 && summary.gapDistance == 0 && summary.topSpeed.map { $0 < 2 } == true)
        #expect(abs(summary.distance - 1.4 * 399 * Double(interval)) < 60)
        #expect(try TrackStatistics(Self.walk()).finish().jumps == 0)
    }
}
