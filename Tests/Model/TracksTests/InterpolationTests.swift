import Basics
import Location
import Testing
import Tracks

/// Interpolated positions and their accuracy.
struct InterpolationTests {
    private func known(_ trackPosition: TrackPosition) throws -> InterpolatedPosition {
        guard case .interpolated(let position) = trackPosition else {
            return try #require(nil as InterpolatedPosition?, "not interpolated: \(trackPosition)")
        }
        return position
    }

    private func time(_ seconds: Double) -> Timestamp { Sample.start + .milliseconds(Int64(seconds * 1000)) }

    @Test("the position is interpolated by time, also in altitude")
    func halfway() throws {
        let from = try Sample.full(try Sample.coordinate(47, 8), at: 0)
        var fix = from.fix
        fix.coordinate = from.coordinate.moved(north: 100, east: 0)
        fix.timestamp = time(10)
        fix.altitude = 55.12
        let to = try #require(TrackPoint(fix, motion: .moving))
        let position = try known(Interpolation().position(at: time(2.5), before: from, after: to))
        #expect(position.coordinate.distance(to: from.coordinate.moved(north: 25, east: 0)) < 0.001)
        #expect(position.altitude == 47.62 && position.timestamp == time(2.5))
    }

    @Test("the accuracy equals that of the fixes at the fixes, and is worst midway")
    func accuracy() throws {
        let from = try Sample.full(try Sample.coordinate(47, 8), at: 0)
        let to = try Sample.full(from.coordinate.moved(north: 130, east: 0), at: 10)
        let radii = try [0.001, 2, 5, 8, 9.999].map {
            try #require(try known(Interpolation().position(at: time($0), before: from, after: to)).horizontalAccuracy)
        }
        #expect(abs(radii[0] - 5.5) < 0.01 && abs(radii[4] - 5.5) < 0.01)
        #expect(radii[1] < radii[2] && radii[3] < radii[2] && abs(radii[1] - radii[3]) < 1e-9)
        // Accelerating by 2 m/s² for 5 s and braking again: 25 m.
        #expect(abs(radii[2] - (25 * 25 + 5.5 * 5.5).squareRoot()) < 0.01)
    }

    @Test("the radius grows with the interval and the speed, and stays small while standing")
    func growth() throws {
        func radius(seconds: Double, speed: Double) throws -> Double {
            let start = try Sample.coordinate(47, 8)
            let points = try [0, seconds].map { second in
                var fix = try Sample.full(start.moved(north: speed * second, east: 0), at: second).fix
                fix.speed = speed
                return try #require(TrackPoint(fix))
            }
            let middle = Interpolation().position(at: time(seconds / 2), before: points[0], after: points[1])
            return try #require(try known(middle).horizontalAccuracy)
        }
        #expect(try radius(seconds: 2, speed: 10) < radius(seconds: 10, speed: 10))
        #expect(try radius(seconds: 10, speed: 10) < radius(seconds: 60, speed: 10))
        #expect(try radius(seconds: 60, speed: 1.5) < radius(seconds: 60, speed: 10))
        #expect(try radius(seconds: 60, speed: 0) < 12)
        #expect(try radius(seconds: 1, speed: 30) < 5.6)
    }

    @Test("the path across the antimeridian and the pole is the shortest")
    func shortWays() throws {
        let places = [
            (try Sample.coordinate(0, 179.9995), try Sample.coordinate(0, -179.9995), 180.0, 0.0),
            (try Sample.coordinate(89.9999, 0), try Sample.coordinate(89.9999, 180), 0, 90),
        ]
        for (from, to, _, latitude) in places {
            let before = try Sample.bare(from, at: 0), after = try Sample.bare(to, at: 10)
            let position = try known(Interpolation().position(at: time(5), before: before, after: after))
            #expect(abs(position.coordinate.latitude - latitude) < 1e-6)
            #expect(latitude == 90 || abs(position.coordinate.longitude) > 179.999_999)
            #expect(position.horizontalAccuracy == nil)
        }
    }

    @Test("a fix with the requested time is returned")
    func exact() throws {
        let point = try Sample.full(try Sample.coordinate(47, 8), at: 0)
        let later = try Sample.full(try Sample.coordinate(47, 8), at: 5)
        #expect(Interpolation().position(at: time(0), before: point, after: later) == .fix(point))
        #expect(Interpolation().position(at: time(5), before: point, after: later) == .fix(later))
        #expect(Interpolation().position(at: time(5), before: nil, after: later) == .fix(later))
    }

    @Test("the position is unknown in a gap, before the first fix and after the last")
    func unknown() throws {
        let from = try Sample.full(try Sample.coordinate(47, 8), at: 0)
        let to = try Sample.full(try Sample.coordinate(47.1, 8), at: 100)
        #expect(Interpolation().position(at: time(50), before: from, after: to) == .unknown(before: from, after: to))
        #expect(Interpolation().position(at: time(-1), before: nil, after: from) == .unknown(before: nil, after: from))
        #expect(Interpolation().position(at: time(101), before: to, after: nil) == .unknown(before: to, after: nil))
        #expect(Interpolation().position(at: time(-1), before: from, after: to) == .unknown(before: from, after: to))
        let usual = Interpolation().position(at: time(50), before: from, after: to, usual: .seconds(100))
        #expect(try known(usual).horizontalAccuracy.map { $0 > 500 } == true)
    }
}
