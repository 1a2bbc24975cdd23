import Basics
import Location
import Testing

@testable import History

struct StationaryFilterTests {
    private func passed(_ points: [TrackPoint]) -> [Int] {
        var filter = StationaryFilter()
        return points.flatMap { filter.filter($0) }.seconds
    }

    private func stay(_ seconds: some Sequence<Int>, latitude: Double = 1) throws -> [TrackPoint] {
        try seconds.map { try Sample.point(Double($0), latitude: latitude, motion: .stationary) }
    }

    @Test("a stay passes one point a minute")
    func stays() throws {
        #expect(passed(try stay(0...180)) == [0, 60, 120, 180])
    }

    @Test("while moving, or without a known motion, all points pass", arguments: [Motion.moving, .unknown])
    func moves(motion: Motion) throws {
        #expect(passed(try Sample.points(0..<5, motion: motion)) == [0, 1, 2, 3, 4])
    }

    @Test("the end of a stay passes with the first point of the following path")
    func leaves() throws {
        #expect(passed(try stay(0...90) + Sample.points(91...92)) == [0, 60, 90, 91, 92])
        #expect(passed(try stay(0...60) + Sample.points(61...62)) == [0, 60, 61, 62])
    }

    @Test("a path without detected motion passes: the detector may be late")
    func slides() throws {
        let near = try Sample.point(5, latitude: 1.00001, motion: .stationary)
        let far = try Sample.point(6, latitude: 1.0002, motion: .stationary)
        #expect(passed(try stay(0...4) + [near, far] + stay(7...8, latitude: 1.0002)) == [0, 5, 6])
    }

    @Test("a claim that stays in place passes once a minute, one that moves each time")
    func claims() throws {
        let claim = { (second: Int, latitude: Double) throws -> TrackPoint in
            let fix = try Sample.point(Double(second), latitude: latitude).fix
            return try #require(TrackPoint(fix, integrity: .contradicted))
        }
        #expect(passed(try (0...120).map { try claim($0, 1) }) == [0, 60, 120])
        #expect(passed(try (0...3).map { try claim($0, 1 + Double($0) / 1000) }) == [0, 1, 2, 3])
    }

    @Test("a change of the level of integrity passes")
    func level() throws {
        let doubtful = try #require(
            TrackPoint(try stay([30])[0].fix, motion: .stationary, satellitesUsed: 8, integrity: .doubtful))
        #expect(passed(try stay(0..<30) + [doubtful] + stay(31..<60)) == [0, 29, 30, 31])
    }

    @Test("a point of another receiver passes")
    func device() throws {
        let other = try Sample.point(3, latitude: 1, device: "/dev/ttyACM0", motion: .stationary)
        #expect(passed(try stay(0...2) + [other]) == [0, 2, 3])
    }

    @Test("a point earlier than the last one passes")
    func backwards() throws {
        #expect(passed(try stay([100, 101, 50, 51])) == [100, 101, 50])
    }

    @Test("releasing returns the last point of the stay, once, and the next minute begins there")
    func releases() throws {
        var filter = StationaryFilter()
        for point in try stay(0...30) { _ = filter.filter(point) }
        #expect(filter.release()?.timestamp == Sample.time(30))
        #expect(filter.release() == nil)
        #expect(try stay(31...91).flatMap { filter.filter($0) }.seconds == [90])
        #expect(try Sample.points(92...92).flatMap { filter.filter($0) }.seconds == [91, 92])
    }
}
