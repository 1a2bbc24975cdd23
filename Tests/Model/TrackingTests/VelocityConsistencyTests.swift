import Basics
import Location
import Testing

@testable import Tracking

/// Receivers with a wrong speed or course.
struct VelocityConsistencyTests {
    /// The distortion of speed and course.
    enum Lie: CaseIterable {
        case zero, zeroWithoutCourse, stuck, knots, eightPerCent, courseStuck, none

        /// Eight per cent never lead away by more than reflections.
        var isFound: Bool { self != .none && self != .eightPerCent }

        func report(_ speed: Double, _ course: Double, at second: Int) -> (speed: Double?, course: Double?) {
            switch self {
            case .zero: (0, course)
            case .zeroWithoutCourse: (0, nil)
            case .stuck: second < 300 ? (speed, course) : (15, 90)
            case .knots: (speed * 1.944, course)
            case .eightPerCent: (speed * 1.08, course)
            case .courseStuck: (speed, 90)
            case .none: (speed, course)
            }
        }
    }

    /// A drive east, then north, with a stop in between, second by second.
    private struct Drive {
        private(set) var place = LocalVector()
        private(set) var (speed, course) = (0.0, 90.0)

        mutating func advance(to second: Int) {
            let isStopping = second < 60 || (600..<700).contains(second)
            speed = min(max(speed + (isStopping ? -2 : 2), 0), 20)
            course = second < 400 ? 90 : 0
            place = place + (course == 0 ? LocalVector(north: speed) : LocalVector(east: speed))
        }
    }

    @Test("a wrong speed never misleads the position, and the radius contains the truth", arguments: Lie.allCases)
    func honest(_ lie: Lie) throws {
        let frame = LocalFrame(origin: try #require(Coordinate(latitude: 48.1, longitude: 11.6)))
        var (estimator, drive) = (PositionEstimator(platform: .any, odometer: 0), Drive())
        var (outside, inARow, worst) = (0, 0, 0.0)
        for second in 0..<1800 {
            drive.advance(to: second)
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 16, origin: .dilution)
            (fix.speed, fix.course) = lie.report(drive.speed, drive.course, at: second)
            let noise = LocalVector(north: second.isMultiple(of: 2) ? 0.1 : -0.1, east: Double(second % 3) / 10)
            let truth = frame.coordinate(of: drive.place)
            let place = frame.coordinate(of: drive.place + noise)
            #expect(estimator.process(fix, at: place, uptime: .seconds(second)) == nil)
            let shown = estimator.estimate(for: fix)
            let distance = try #require(shown.coordinate).distance(to: truth)
            outside = distance > (shown.horizontalAccuracy?.radius ?? 0) ? outside + 1 : 0
            (inARow, worst) = (max(inARow, outside), max(worst, distance))
        }
        #expect(inARow < 10 && worst < 150)
        #expect(estimator.statistics.contradictedSpeed.isTrue == lie.isFound)
    }

    @Test("trusts a corrected speed again")
    func forgives() {
        var statistics = ReceiverStatistics()
        var track = Track(at: .zero)
        var position = SIMD3<Double>.zero
        func drive(_ seconds: Int, reporting speed: Double) {
            let (moved, velocity) = (SIMD3(10.0, 0, 0), SIMD3(speed, 0, 0))
            for _ in 0..<seconds {
                position += moved
                track.add(position, predicted: velocity, after: 1)
                statistics.check(velocity, moved: moved, track: track, radius: 15, after: 1)
            }
        }
        drive(600, reporting: 10.1)
        #expect(statistics.hasUsableSpeed)
        drive(40, reporting: 0)
        #expect(statistics.hasUsableSpeed)
        drive(60, reporting: 0)
        #expect(!statistics.hasUsableSpeed)
        drive(20, reporting: 10.1)
        #expect(!statistics.hasUsableSpeed)
        drive(300, reporting: 10.1)
        #expect(statistics.hasUsableSpeed)
    }

    @Test("a speed derived from positions is not a measurement", arguments: [0.1, 1, 5])
    func derived(step: Double) {
        var statistics = ReceiverStatistics()
        var track = Track(at: .zero)
        func add(_ seconds: Double, error: Double) {
            for count in 0..<Int(seconds / step) {
                let moved = SIMD3(1.3 * step + Double(count % 3) / 10, 0.2, 0)
                let velocity = moved / step + SIMD3(0, count.isMultiple(of: 2) ? error : -error, 0)
                track.add(.zero, predicted: .zero, after: step)
                statistics.check(velocity, moved: moved, track: track, radius: 15, after: step)
            }
        }
        add(60, error: 0)
        #expect(statistics.derivedSpeed.isTrue)
        add(60, error: 0.05)
        #expect(!statistics.derivedSpeed.isTrue)
    }

    @Test("a slow drift hidden by the speed stays inside the radius", arguments: [0.05, 0.1, 0.3])
    func drift(speed: Double) throws {
        let frame = LocalFrame(origin: try #require(Coordinate(latitude: 48.1, longitude: 11.6)))
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        var inside = 0
        var worst = 0.0
        for second in 0..<3600 {
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 16, origin: .dilution)
            fix.speed = 0
            let distanceNorth = Double(max(0, second - 600)) * speed
            let place = frame.coordinate(of: LocalVector(north: distanceNorth + Double(second % 2) / 5))
            _ = estimator.process(fix, at: place, uptime: .seconds(second))
            let shown = estimator.estimate(for: fix)
            let distance = try #require(shown.coordinate).distance(
                to: frame.coordinate(of: LocalVector(north: distanceNorth)))
            inside += distance <= (shown.horizontalAccuracy?.radius ?? 0) ? 1 : 0
            worst = max(worst, distance)
        }
        #expect(inside > 3600 * 9 / 10 && worst < 50)
    }

    @Test("positions beat a walk's speed that is held at 0, always or in 19 of 20 fixes", arguments: [10_000, 20])
    func heldSpeed(every count: Int) throws {
        let frame = LocalFrame(origin: try #require(Coordinate(latitude: 52.1, longitude: 13.2)))
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        var worst = 0.0
        for second in 0..<600 {
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            fix.speed = second % count == 1 ? 1.1 : 0
            fix.course = second % count == 1 ? 0 : nil
            let place = frame.coordinate(of: LocalVector(north: 1.1 * Double(second), east: Double(second % 3) / 5))
            #expect(estimator.process(fix, at: place, uptime: .seconds(second)) == nil)
            worst = max(worst, try #require(estimator.coordinate).distance(to: place))
        }
        #expect(worst < 20 && estimator.odometer > 0.9 * 659 && estimator.motion == .moving)
    }
}
