import Basics
import Location
import Testing
import Tracks

/// The detection of gaps.
struct GapRuleTests {
    private func gaps(_ points: [TrackPoint]) -> [Int] {
        var segments = GapDetector()
        return points.enumerated().filter { segments.hasGap(before: $0.element) }.map(\.offset)
    }

    /// Points at times in seconds, at a constant speed in m/s.
    private func points(_ seconds: [Double], speed: Double = 10, motion: Motion = .moving) throws -> [TrackPoint] {
        let start = try Sample.coordinate(47, 8)
        return try seconds.map { try Sample.bare(start.moved(north: 0, east: $0 * speed), at: $0, motion: motion) }
    }

    @Test("up to a minute is no gap, more is one")
    func silence() throws {
        #expect(gaps(try points([0, 1, 61, 62])) == [])
        #expect(gaps(try points([0, 1, 61.001, 62])) == [2])
    }

    @Test("three times the usual interval is no gap if fixes are rare")
    func rare() throws {
        #expect(gaps(try points([0, 60, 240, 420, 960])) == [])
        #expect(gaps(try points([0, 60, 240.001])) == [2])
        #expect(gaps(try points([0, 1, 300, 600, 900])) == [2])
        #expect(gaps(try points([0, 601, 1202])) == [1, 2])
    }

    @Test("a stationary receiver has no gaps within half an hour")
    func standing() throws {
        #expect(gaps(try points([0, 300, 600, 2400], speed: 0, motion: .stationary)) == [])
        #expect(gaps(try points([0, 1801], speed: 0, motion: .stationary)) == [1])
        #expect(gaps(try points([0, 300], speed: 0.2, motion: .stationary)) == [1])
        #expect(gaps(try points([0, 300], speed: 0, motion: .moving)) == [1])
        let place = try Sample.coordinate(47, 8)
        var fix = try Sample.full(place, at: 0).fix
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 40, origin: .receiver)
        let vague = try #require(TrackPoint(fix))
        #expect(gaps([vague, try Sample.bare(place.moved(north: 39, east: 0), at: 300, device: fix.device)]) == [])
    }

    @Test("another receiver or a time that runs backwards starts another track")
    func others() throws {
        let place = try Sample.coordinate(47, 8)
        #expect(gaps([try Sample.bare(place, at: 0, device: "a"), try Sample.bare(place, at: 1, device: "b")]) == [1])
        #expect(gaps(try points([0, 1, 0.5, 1.5])) == [2])
        #expect(gaps(try points([0, 0, 0])) == [])
    }

    @Test("extreme times cause no overflow")
    func extremes() throws {
        var fix = try Sample.bare(try Sample.coordinate(0, 0), at: 0).fix
        let points = try [Int64.min, .max, .min, 0, .max].map { milliseconds in
            fix.timestamp = Timestamp(milliseconds: milliseconds)
            return try #require(TrackPoint(fix))
        }
        #expect(gaps(points) == [1, 2, 3, 4])
    }
}
