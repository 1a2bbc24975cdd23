import Basics
import Location
import Testing

@testable import Tracking

/// Receivers with a wrong speed or course.
struct SpeedPlausibilityTests {
    /// The distortion of speed and course.
    enum Lie: CaseIterable {
        case zero, zeroWithoutCourse, stuck, knots, eightPerCent, courseStuck, none

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
            #expect(estimator.process(fix, at: place, dilution: 0.9, uptime: .seconds(second)) == nil)
            let shown = estimator.estimate(for: fix)
            let distance = try #require(shown.coordinate).distance(to: truth)
            outside = distance > (shown.horizontalAccuracy?.radius ?? 0) ? outside + 1 : 0
            (inARow, worst) = (max(inARow, outside), max(worst, distance))
        }
        #expect(inARow < 10 && worst < 150)
        #expect(estimator.speedPlausibility.isContradicted == (lie != .none))
    }

    @Test("trusts a corrected speed again")
    func forgives() throws {
        var plausibility = SpeedPlausibility()
        func drive(_ seconds: Int, reporting speed: Double) {
            let velocity = LocalVector(north: speed)
            let before = SpeedReport(speed: speed, velocity: velocity)
            let report = SpeedReport(speed: speed, velocity: velocity, after: before, time: 1)
            for _ in 0..<seconds { plausibility.add(report, moved: LocalVector(north: 10), time: 1, deviation: 2.5) }
        }
        drive(600, reporting: 10)
        #expect(!plausibility.isContradicted)
        drive(20, reporting: 0)
        #expect(plausibility.isContradicted)
        drive(60, reporting: 10)
        #expect(plausibility.isContradicted)
        drive(600, reporting: 10)
        #expect(!plausibility.isContradicted)
    }

    @Test("without a course, compares the speed with the displacement of positions", arguments: [(0.0, 10.0), (30, 0)])
    func withoutCourse(reported: Double, travelled: Double) {
        var plausibility = SpeedPlausibility()
        let report = SpeedReport(speed: reported, velocity: nil, after: SpeedReport(speed: reported), time: 1)
        for _ in 0..<120 { plausibility.add(report, moved: LocalVector(east: travelled), time: 1, deviation: 2.5) }
        #expect(plausibility.isContradicted)
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
            _ = estimator.process(fix, at: place, dilution: 0.9, uptime: .seconds(second))
            let shown = estimator.estimate(for: fix)
            let distance = try #require(shown.coordinate).distance(
                to: frame.coordinate(of: LocalVector(north: distanceNorth)))
            inside += distance <= (shown.horizontalAccuracy?.radius ?? 0) ? 1 : 0
            worst = max(worst, distance)
        }
        #expect(inside > 3600 * 9 / 10 && worst < 50)
    }
}
