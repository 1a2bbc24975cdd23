import Basics
import Location
import Testing

@testable import Tracking

/// The distances and times from which a fix is no motion of a vehicle any more.
struct EstimatorLimitTests {
    private let frame = LocalFrame(origin: Coordinate(clampingLatitude: 48.1, longitude: 11.6))

    private func fix(_ speed: Double?) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        (fix.speed, fix.course) = (speed, speed.map { _ in 0 })
        return fix
    }

    /// A vehicle that has gone north for 40 fixes, at a speed in m/s or with none reported, an interval in seconds apart.
    private func estimator(
        _ speed: Double?, every interval: Double = 1
    ) -> (estimator: PositionEstimator, north: Double, time: Double) {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        for number in 0..<40 {
            // A path that the speed predicts to the centimetre would show that the speed is derived from it.
            let east = (speed ?? 0) > 0 && number.isMultiple(of: 2) ? 0.3 : 0
            let place = frame.coordinate(of: LocalVector(north: (speed ?? 0) * Double(number) * interval, east: east))
            _ = estimator.process(fix(speed), at: place, uptime: .seconds(Double(number) * interval))
        }
        return (estimator, (speed ?? 0) * 39 * interval, 39 * interval)
    }

    @Test(
        "after a gap a vehicle is within 100 m and 100 m/s, or one and a half times its speed",
        arguments: [(0.0, 10.0, 1100.0), (20, 10, 1100), (80, 10, 1300), (0, 100, 10_100), (120, 10, 1900)])
    func gap(speed: Double, seconds: Double, limit: Double) throws {
        for (metres, isJump) in [(limit * 0.995, false), (limit * 1.005, true)] {
            var (estimator, north, time) = estimator(speed)
            let place = frame.coordinate(of: LocalVector(north: north + metres))
            let jump = estimator.process(fix(speed), at: place, uptime: .seconds(time + seconds))
            #expect((jump != nil) == isJump, "\(metres) m")
            if let jump { #expect(abs(jump.allowed - limit) < 1 && abs(jump.distance - metres) < metres * 0.001) }
        }
    }

    @Test(
        "the distance across a gap counts from 25 m up to what is usual: one and a half times the speed, and 10 m/s or more",
        arguments: [(0.0, 10.0, 100.0), (20, 10, 400), (0, 100, 1250), (0, 60, 600), (40, 200, 17_000)])
    func travelled(speed: Double, seconds: Double, limit: Double) {
        for (metres, counts) in [(24.9, false), (25.1, true), (limit * 0.995, true), (limit * 1.005, false)] {
            var (estimator, north, time) = estimator(speed)
            let before = estimator.odometer
            let place = frame.coordinate(of: LocalVector(north: north + metres))
            _ = estimator.process(fix(speed), at: place, uptime: .seconds(time + seconds))
            #expect(abs(estimator.odometer - before - (counts ? metres : 0)) < 0.001 * metres, "\(metres) m")
        }
    }

    @Test(
        "after a gap, three fixes that agree for a second show a place that could not be reached, and count from the first"
    )
    func agreement() {
        for (times, isBelieved) in [([0, 0.5, 0.97], false), ([0, 0.5, 1], true), ([0, 1], false)] {
            var (estimator, _, time) = estimator(0)
            let jumps = times.enumerated().map { index, later in
                let place = frame.coordinate(of: LocalVector(north: 9000 + 10 * Double(index)))
                return estimator.process(fix(0), at: place, uptime: .seconds(time + 10 + later))
            }
            #expect((jumps.last == .some(nil)) == isBelieved, "\(times)")
            #expect(estimator.odometer == 0 && estimator.reinstated.count == (isBelieved ? 2 : 0))
        }
    }

    @Test(
        "a fix in motion is off its path by up to 100 m and a turn, one at rest by 25 m and a start",
        arguments: [
            (20.0, 1.0, 101.0), (20, 4, 116), (0, 1, 25), (nil, 1, 27), (nil, 4, 57), (nil, 20, 425),
        ] as [(Double?, Double, Double)])
    func jump(speed: Double?, interval: Double, limit: Double) throws {
        for (metres, isJump) in [(limit - 0.05, false), (limit + 0.05, true)] {
            var (estimator, north, time) = estimator(speed, every: interval)
            let place = frame.coordinate(of: LocalVector(north: north + (speed ?? 0) * interval, east: metres))
            let jump = estimator.process(fix(speed), at: place, uptime: .seconds(time + interval))
            let isOutlier = jump != nil || estimator.treatment?.kind == .held
            #expect(isOutlier == isJump, "\(metres) m")
        }
    }

    @Test(
        "at rest a fix within eight radii is held as a reflection, one beyond is a jump",
        arguments: [(39.9, true), (40.1, false)])
    func reflection(metres: Double, isHeld: Bool) {
        var (estimator, _, time) = estimator(0)
        let place = frame.coordinate(of: LocalVector(north: metres))
        let jump = estimator.process(fix(0), at: place, uptime: .seconds(time + 1))
        #expect((jump == nil) == isHeld && (estimator.treatment?.kind == .held) == isHeld)
    }

    @Test("a drift is believed, and given up, after the same times")
    func drift() {
        var test = DriftTest()
        let seconds = [(0.1, true), (0, false), (0.1, true), (0.1, true), (0, false)].enumerated().map { phase, state in
            // The third drift lasts for long; even then rest is believed within the time that its evidence may have.
            let limit = phase == 3 ? 2000 : 5000
            return (1...limit).first { second in
                test.add(SIMD3(state.0, second.isMultiple(of: 2) ? 0.05 : -0.05, 0), after: 1, noise: 0.018)
                return phase != 3 && test.isDrifting == state.1
            }
        }
        #expect(seconds == [34, 57, 31, nil, 121])
    }
}
