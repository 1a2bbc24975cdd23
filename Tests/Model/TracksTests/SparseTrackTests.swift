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

    @Test("a tunnel of 12 minutes in a track of a fix each second is a gap and not sparse")
    func tunnel() throws {
        let points = try (Array(0..<600) + Array(1320..<1920)).map {
            try Sample.bare(Self.home.moved(north: 20 * Double($0), east: 0), at: Double($0))
        }
        let summary = TrackStatistics(points).finish()
        #expect(summary.gaps.count == 1 && summary.trips.count == 2 && !summary.trips.contains { $0.isSparse })
    }
}
