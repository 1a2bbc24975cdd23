import Basics
import Location
import Testing
import Tracks

/// Statistics of phones, which report rarely and sometimes from a cell tower.
struct SparseTrackTests {
    private static let home = Coordinate(clampingLatitude: 51, longitude: 7)

    private static func point(_ place: Coordinate, minute: Int, radius: Double) throws -> TrackPoint {
        var fix = try Sample.bare(place, at: Double(minute * 60)).fix
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        return try #require(TrackPoint(fix))
    }

    @Test(
        "a fix whose circle contains the stay does not end it, whatever its radius",
        arguments: [(263.0, 400.0), (4000, 5000), (150, 150)], [1, 5, 15])
    func cellTower(shape: (metres: Double, radius: Double), interval: Int) throws {
        let tower = Self.home.moved(north: shape.metres, east: 0)
        for every in [2, 3, 7] {
            for first in [0, 1] {
                let points = try (0..<60).map { index in
                    let isTower = index % every == first
                    return try Self.point(
                        isTower ? tower : Self.home, minute: index * interval, radius: isTower ? shape.radius : 15)
                }
                let summary = TrackStatistics(points).finish()
                #expect(summary.trips.isEmpty && summary.stays.count == 1 && summary.distance == 0)
                #expect(summary.stays.first.map { $0.coordinate.distance(to: Self.home) < 100 } == true)
            }
        }
    }

    @Test("a coarse fix on the way does not make a stay of a drive")
    func coarseOnTheWay() throws {
        let points = try (0..<1200).map { second in
            var fix = try Sample.bare(Self.home.moved(north: 15 * Double(second), east: 0), at: Double(second)).fix
            fix.horizontalAccuracy = HorizontalAccuracy(radius: second % 100 == 0 ? 3000 : 5, origin: .receiver)
            return try #require(TrackPoint(fix))
        }
        let summary = TrackStatistics(points).finish()
        #expect(summary.stays.isEmpty && summary.trips.count == 1 && abs(summary.distance - 15 * 1199) < 10)
    }

    @Test("a phone that reports each quarter of an hour has stays and sparse trips")
    func quarters() throws {
        let work = Self.home.moved(north: 60_000, east: 0)
        var points = try (0...32).map { try Self.point(Self.home, minute: $0 * 15, radius: 20) }
        for quarter in 1...3 {
            let place = Self.home.moved(north: Double(quarter) * 15_000, east: 0)
            points.append(try Self.point(place, minute: (32 + quarter) * 15, radius: 20))
        }
        points += try (36...60).map { try Self.point(work, minute: $0 * 15, radius: 20) }
        let summary = TrackStatistics(points).finish()
        try #require(summary.stays.count == 2 && summary.trips.count == 1 && summary.gaps.isEmpty)
        #expect(summary.trips[0].isSparse && abs(summary.trips[0].gapDistance - 60_000) < 60)
        #expect(summary.trips[0].from == summary.stays[0].to && summary.trips[0].to == summary.stays[1].from)
        #expect(summary.stays[0].to - summary.stays[0].from == .seconds(8 * 3600))
    }

    /// A drive of an hour with a fix each some minutes, from a place and a minute on.
    private static func drive(
        each minutes: Int, from start: Coordinate = home, at first: Int = 0
    ) throws -> [TrackPoint] {
        try stride(from: 0, through: 60, by: minutes).map {
            try point(start.moved(north: Double($0) * 1000, east: 0), minute: first + $0, radius: 20)
        }
    }

    @Test(
        "a sparse drive without a stay before it has all its legs, also after a night", arguments: [6, 12, 15, 20, 30])
    func withoutStay(minutes: Int) throws {
        let first = try Self.drive(each: minutes)
        let summary = TrackStatistics(first).finish()
        try #require(summary.trips.count == 1 && summary.gaps.isEmpty)
        #expect(summary.trips[0].isSparse && summary.trips[0].from == first[0].timestamp)
        #expect(abs(summary.distance + summary.gapDistance - 60_000) < 60)
        let away = Self.home.moved(north: 200_000, east: 0)
        let both = TrackStatistics(first + (try Self.drive(each: minutes, from: away, at: 600))).finish()
        try #require(both.trips.count == 2 && both.gaps.count == 1)
        for trip in both.trips { #expect(abs(trip.distance + trip.gapDistance - 60_000) < 60 && trip.isSparse) }
    }

    @Test("two fixes a quarter of an hour apart, and quarters without a fix in a dense track, are gaps")
    func gap() throws {
        let two = TrackStatistics(Array(try Self.drive(each: 15).prefix(2))).finish()
        #expect(two.gaps.count == 1 && two.trips.isEmpty)
        let dense = try (Array(0..<600) + Array(1500..<2100) + Array(3000..<3600)).map {
            try Sample.bare(Self.home.moved(north: 20 * Double($0), east: 0), at: Double($0))
        }
        #expect(TrackStatistics(dense).finish().gaps.count == 2)
    }

    @Test("a trip ends and begins at the stay, and not at a coarse fix there")
    func coarseEnds() throws {
        func point(_ metres: Double, _ second: Int, radius: Double = 5) throws -> TrackPoint {
            var fix = try Sample.bare(Self.home.moved(north: metres, east: 0), at: Double(second)).fix
            fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
            return try #require(TrackPoint(fix))
        }
        var points = try (1...100).reversed().map { try point(-150 * Double($0), 1000 - 10 * $0) }
        points.append(try point(263, 1000, radius: 400))
        points += try (1...30).map { try point(0, 1000 + 60 * $0) }
        points.append(try point(263, 2860, radius: 400))
        points += try (1...100).map { try point(-150 * Double($0), 2860 + 10 * $0) }
        let summary = TrackStatistics(points).finish()
        try #require(summary.stays.count == 1 && summary.trips.count == 2)
        #expect(summary.trips[0].end.distance(to: Self.home) < 5 && summary.trips[1].start.distance(to: Self.home) < 5)
        #expect(summary.trips[0].to == summary.stays[0].from && summary.trips[1].from == summary.stays[0].to)
    }

    @Test("a tunnel of 12 minutes in a track of a fix each second is a gap and not sparse")
    func tunnel() throws {
        let points = try (Array(0..<600) + Array(1320..<1920)).map {
            try Sample.bare(Self.home.moved(north: 20 * Double($0), east: 0), at: Double($0))
        }
        let summary = TrackStatistics(points).finish()
        #expect(summary.gaps.count == 1 && summary.trips.count == 2 && !summary.trips.contains { $0.isSparse })
    }
}
