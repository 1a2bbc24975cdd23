import Basics
import Location
import Testing

@testable import HistoryEncoding

/// The limits by which steps, jumps and climbs are judged.
struct TrackRuleTests {
    private static let start = Coordinate(clampingLatitude: 0, longitude: 8)

    private func point(
        _ second: Double, north: Double = 0, east: Double = 0, radius: Double? = nil, motion: Motion = .unknown
    ) throws -> TrackPoint {
        var fix = Fix(device: "d", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: Int64(second * 1000))
        fix.coordinate = Self.start.moved(north: north, east: east)
        fix.horizontalAccuracy = radius.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        return try #require(TrackPoint(fix, motion: motion))
    }

    @Test(
        "a point may be off the path by 25 m or by one and a half radii, and by what a vehicle turns in that time",
        arguments: [
            // 4 m/s² for a second before and after: 2 m.
            (1, 1, nil, 27.0), (1, 1, 10, 27), (1, 1, 40, 62), (5, 5, nil, 75), (2, 6, nil, 49),
            // 100 m/s for the shorter time.
            (100, 300, nil, 10_025), (300, 100, nil, 10_025), (0, 0, nil, 25),
        ] as [(Double, Double, Double?, Double)])
    func off(before: Double, after: Double, radius: Double?, limit: Double) throws {
        let rule = JumpRule()
        let (first, last) = (try point(0, north: -30), try point(before + after, north: 30))
        let share = before + after > 0 ? before / (before + after) : 0.5
        for (metres, isOff) in [(limit - 0.5, false), (limit + 0.5, true), (-limit + 0.5, false), (-limit - 0.5, true)]
        {
            let middle = try point(before, north: -30 + 60 * share, east: metres, radius: radius)
            #expect(rule.isOff(middle, from: first, to: last) == isOff, "\(metres) m")
            #expect(rule.hasJump([first, middle, last]) == isOff)
        }
    }

    @Test(
        "few vehicles move 100 m/s, and none 350 m/s for more than 10 s",
        arguments: [
            (0.0, nil, 25.0), (1, nil, 125), (10, nil, 1025), (10.001, nil, 3525.35), (100, nil, 35_025), (1, 40, 160),
        ] as [(Double, Double?, Double)])
    func unusual(seconds: Double, radius: Double?, limit: Double) throws {
        let first = try point(0)
        for (metres, isUnusual) in [(limit - 1, false), (limit + 1, true)] {
            let second = try point(seconds, north: metres, radius: radius)
            #expect(JumpRule().isUnusual(from: first, to: second) == isUnusual)
            #expect(JumpRule().hasJump([first, second]) == isUnusual)
        }
        #expect(!JumpRule().hasJump([first]) && !JumpRule().hasJump([]))
    }

    @Test(
        "only a rocket moves 350 m/s and 125 m more",
        arguments: [(0 as Int64, nil, 125.0), (1000, nil, 475), (2000, 100, 950)] as [(Int64, Double?, Double)])
    func impossible(time: Int64, radius: Double?, limit: Double) throws {
        let point = try point(0, radius: radius)
        #expect(!JumpRule().isImpossible(after: time, metres: limit, to: point))
        #expect(JumpRule().isImpossible(after: time, metres: limit + 0.001, to: point))
    }

    @Test(
        "a step is standing, moving or a gap by both states of motion, then by its speed",
        arguments: [
            (Motion.stationary, Motion.stationary, 40.0, false, "standing"), (.moving, .moving, 0, false, "moving"),
            (.moving, .stationary, 4.9, false, "standing"), (.moving, .stationary, 5.1, false, "moving"),
            (.unknown, .unknown, 4.9, false, "standing"), (.unknown, .moving, 5.1, false, "moving"),
            (.stationary, .unknown, 4.9, false, "standing"), (.stationary, .stationary, 40, true, "gap"),
            (.moving, .moving, 5000, false, "impossible"), (.moving, .moving, 5000, true, "impossible"),
        ])
    func steps(from: Motion, to: Motion, metres: Double, isGap: Bool, expected: String) throws {
        let (first, second) = (try point(0, motion: from), try point(10, north: metres, motion: to))
        let step = TrackStep(from: first, to: second, isGap: isGap)
        let distance = Int64((first.coordinate.distance(to: second.coordinate) * 1e6).rounded())
        switch expected {
        case "standing": #expect(step == .standing(time: 10_000))
        case "moving": #expect(step == .moving(time: 10_000, distance: distance))
        default: #expect(step == .gap(time: 10_000, distance: expected == "gap" ? distance : 0))
        }
        #expect(step.duration == .seconds(10))
        let back = TrackStep(from: second, to: first, isGap: isGap)
        #expect(back.duration == .zero)
    }

    @Test(
        "an altitude may change by 15 m and 25 m/s, for a quarter of an hour",
        arguments: [(0, 15.0), (1, 40), (10, 265), (900, 22_515), (901, 22_515), (-5, 15)])
    func jumps(second: Int64, metres: Double) {
        let first = Altitude(time: Timestamp(milliseconds: 0), centimetres: 1000, isEllipsoidal: false)
        for sign in [1, -1] as [Int64] {
            for (more, isJump) in [(0, false), (1, true)] as [(Int64, Bool)] {
                let change = sign * (Int64(metres * 100) + more)
                let next = Altitude(
                    time: Timestamp(milliseconds: second * 1000), centimetres: 1000 + change, isEllipsoidal: false)
                #expect(first.isJump(to: next) == isJump)
            }
        }
    }

    /// The gain of a path that has these mean altitudes in metres, a half minute each.
    private func gain(_ altitudes: [Double]) -> (up: Double, down: Double) {
        var figures = PathFigures()
        for (index, metres) in altitudes.enumerated() {
            figures.climb.add(
                AltitudeProfile.Bin(
                    slot: Int64(index), isEllipsoidal: false, isStart: false, count: 2, sum: Int64(metres * 200)))
        }
        var gain = ElevationGain()
        gain.append(figures)
        return gain.metres
    }

    @Test("a rise or a fall counts from 12 m on, with all that it has", arguments: [(11.99, 0.0), (12, 12), (30, 30)])
    func swings(metres: Double, expected: Double) {
        let plateau = { (height: Double) in [Double](repeating: height, count: 4) }
        #expect(gain(plateau(100) + plateau(100 + metres)) == (expected, 0))
        #expect(gain(plateau(100) + plateau(100 - metres)) == (0, expected))
        // A smaller swing on the way is none, whatever its direction.
        let rise = plateau(100) + plateau(150) + plateau(150 - min(metres, 11.99)) + plateau(200)
        #expect(gain(rise) == (100, 0) && gain(rise.reversed()) == (0, 100))
        let hill = plateau(100) + plateau(100 + metres) + plateau(100)
        #expect(gain(hill) == (expected, expected))
        #expect(
            gain([]) == (0, 0) && gain([7]) == (0, 0) && gain([100, 130]) == (30, 0) && gain([130, 100]) == (0, 30))
    }

    @Test("numbers are rounded and cut, and differences of longitudes go the shorter way")
    func numbers() {
        for (value, expected) in [
            (0.5, 1), (-0.5, -1), (0.49, 0), (.infinity, 0), (.nan, 0), (1e300, 1 << 50), (-1e300, -(1 << 50)),
        ] as [(Double, Int64)] {
            #expect(Steps.whole(value) == expected)
        }
        let half: Int64 = 1_800_000_000
        for (value, expected) in [(half, half), (half + 1, 1 - half), (-half, -half), (-half - 1, half - 1), (5, 5)] {
            #expect(Steps.shorter(value) == expected)
        }
    }

    @Test(
        "an approach is short up to 75 m, and none before it stood",
        arguments: [(75_000_000 as Int64, true), (75_000_001, false)])
    func approach(micrometres: Int64, isShort: Bool) {
        var end = MovingEnd(place: Self.start)
        end.append(MovingEnd(place: Self.start), by: .moving(time: 1000, distance: micrometres))
        #expect(!end.isShort(StayRule()) && end.isOpen && end.time == 1000)
        end.append(MovingEnd(place: Self.start), by: .standing(time: 1000))
        #expect(end.isShort(StayRule()) == isShort && !end.isOpen && end.time == 1000)
        end.append(MovingEnd(place: Self.start), by: .moving(time: 1000, distance: 1))
        #expect(end.distance == micrometres)
    }
}
