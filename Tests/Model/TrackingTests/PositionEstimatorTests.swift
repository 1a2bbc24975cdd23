import Basics
import Location
import Testing

@testable import Tracking

/// Fixes of a wandering receiver and of hostile ones.
struct PositionEstimatorTests {
    private let frame = Coordinate(latitude: 48.1, longitude: 11.6).map { LocalFrame(origin: $0) }

    private func fix(speed: Double? = 0, course: Double? = nil, radius: Double = 16) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .dilution)
        fix.speed = speed
        fix.course = course
        return fix
    }

    /// A wave in place of noise, with mean 0 and a period in seconds, from -1 to 1.
    private func wave(_ second: Int, period: Int) -> Double {
        let phase = Double(second % period) * 4 / Double(period)
        return phase < 1 ? phase : phase < 3 ? 2 - phase : phase - 4
    }

    private func error(_ second: Int) -> LocalVector {
        let wave = wave(second, period: 240)
        return LocalVector(north: 3 * wave, east: -2 * wave)
    }

    @Test("at rest, the estimate improves, the radius shrinks and the odometer stands")
    func standing() throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 7)
        var radii: [Double] = []
        for second in 0..<7200 {
            let place = frame.coordinate(of: error(second))
            #expect(estimator.process(fix(), at: place, uptime: .seconds(second)) == nil)
            if second % 1800 == 60 { radii.append(estimator.estimate(for: fix()).horizontalAccuracy?.radius ?? 0) }
        }
        #expect(estimator.motion == .stationary && estimator.odometer == 7)
        #expect((radii.last ?? 9) < min(5.6, radii.first ?? 0))
        #expect(try #require(estimator.coordinate).distance(to: frame.origin) < 0.7)
    }

    @Test(
        "an error of many minutes shortens the mean at rest only if no speed shows a rest; a displacement does",
        arguments: [(0.08, 0.0), (0, 4), (nil, 4)])
    func lastingError(speed: Double?, least: Double) throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        func stay(at north: Double, _ seconds: Range<Int>) throws -> Double {
            for second in seconds {
                let place = LocalVector(north: north + 8 * wave(second, period: 1500))
                let fix = fix(speed: speed, course: second.isMultiple(of: 2) ? 0 : 180)
                _ = estimator.process(fix, at: frame.coordinate(of: place), uptime: .seconds(second))
            }
            return frame.offset(of: try #require(estimator.coordinate)).north
        }
        let error = abs(try stay(at: 0, 0..<14_625))
        #expect(error >= least && error < least + 4)
        #expect(try stay(at: 20, 14_625..<15_000) > 10)
    }

    @Test("measures a drive to 0.5 %", arguments: [0.1, 0.2, 1, 5])
    func odometer(step: Double) throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        var (north, count) = (0.0, 0)
        func go(_ seconds: Double, _ speed: Double) {
            for _ in 0..<Int(seconds / step) {
                count += 1
                north += speed * step
                let uptime = Duration.milliseconds(Int64(Double(count) * step * 1000))
                _ = estimator.process(
                    fix(speed: speed, course: speed > 0 ? 0 : nil),
                    at: frame.coordinate(of: LocalVector(north: north)), uptime: uptime)
            }
        }
        for _ in 0..<3 {
            go(60, 0)
            go(600, 15)
        }
        go(60, 0)
        // A start or stop between two fixes is known to half a step.
        #expect(abs(estimator.odometer - north) < 0.005 * north + 15 * step)
        #expect(frame.offset(of: try #require(estimator.coordinate)).north - north < 1)
    }

    @Test("in motion, a lasting step of the fixes is shown at once: nobody knows which side is true")
    func correction() throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        for second in 0..<400 {
            let east = second < 250 ? 45.0 : 0
            let place = frame.coordinate(of: LocalVector(north: 10 * Double(second), east: east))
            #expect(estimator.process(fix(speed: 10, course: 0), at: place, uptime: .seconds(second)) == nil)
            #expect(try #require(estimator.coordinate).distance(to: place) < 0.01)
        }
    }

    @Test("hostile values still yield finite numbers")
    func hostile() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        let speeds = [0, 1e300, 1e-300, 5, .greatestFiniteMagnitude, 12]
        let latitudes = [90.0, -90, 0, 48, 48.00001, 89.99999]
        let uptimes: [Duration] = [.zero, .zero, .seconds(1), .seconds(-5), .seconds(3e9), .nanoseconds(1)]
        for round in 0..<2000 {
            var hostile = fix(
                speed: speeds[round % 6], course: Double(round % 360), radius: round % 5 == 0 ? 1e300 : 1e-300)
            hostile.timestamp = Timestamp(milliseconds: round % 3 == 0 ? .min : Int64(round) * 1000)
            let place = try #require(Coordinate(latitude: latitudes[(round / 7) % 6], longitude: Double(round % 180)))
            _ = estimator.process(hostile, at: place, uptime: uptimes[(round / 3) % 6])
            let shown = estimator.estimate(for: hostile)
            #expect(shown.horizontalAccuracy != nil && estimator.odometer.isFinite)
            #expect(shown.coordinate?.latitude.isFinite == true)
        }
    }

    @Test(
        "a tunnel counts as a straight line if its length is plausible",
        arguments: [(4800.0, true), (30_000, false)])
    func tunnel(length: Double, counts: Bool) throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        func drive(from start: Double, at begin: Int) {
            for second in 0..<60 {
                let place = frame.coordinate(
                    of: LocalVector(north: start + 40 * Double(second) + Double(second % 2) / 10))
                _ = estimator.process(
                    fix(speed: 40, course: 0), at: place, uptime: .seconds(begin + second))
            }
        }
        drive(from: 0, at: 0)
        let before = estimator.odometer
        drive(from: 59 * 40 + length, at: 59 + 120)
        let grown = estimator.odometer - before - 59 * 40
        #expect(abs(grown - (counts ? length : 0)) < 40)
    }

    /// Feeds fixes of a machine moving north; returns the estimator at the end.
    private func goNorth(
        _ estimator: inout PositionEstimator, speed: Double, reported: Double?, from start: Double = 0,
        at begin: Double, each step: Double, count: Int
    ) throws {
        let frame = try #require(frame)
        for index in 0..<count {
            let time = Double(index) * step
            let wobble = Double(index % 2) / 5
            let place = frame.coordinate(of: LocalVector(north: start + speed * time + wobble))
            _ = estimator.process(
                fix(speed: reported, course: reported == nil ? nil : 0), at: place,
                uptime: .milliseconds(Int64((begin + time) * 1000)))
        }
    }

    @Test("tracks a train without a reported speed across a gap")
    func fastAndBlind() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 83, reported: nil, at: 0, each: 1, count: 300)
        let before = estimator.odometer
        try goNorth(&estimator, speed: 83, reported: nil, from: 83 * 340, at: 340, each: 1, count: 300)
        #expect(estimator.motion == .moving)
        #expect(abs(estimator.odometer - before - 83 * 340) < 83 * 50)
    }

    @Test("an interval of a minute yields motion and distance")
    func rare() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 30, reported: 30, at: 0, each: 60, count: 60)
        #expect(estimator.motion == .moving)
        #expect(abs(estimator.odometer - 30 * 59 * 60) < 30 * 60 * 4)
    }

    @Test("the far side of the Earth is a jump")
    func antipode() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 0, reported: 0, at: 0, each: 1, count: 60)
        let there = try #require(Coordinate(latitude: -48.1, longitude: -168.4))
        #expect(estimator.process(fix(), at: there, uptime: .seconds(61)) != nil)
    }

    @Test("evaluates the speed of another receiver anew")
    func swap() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 20, reported: 0, at: 0, each: 1, count: 120)
        #expect(estimator.statistics.contradictedSpeed.isTrue)
        var other = fix(speed: 20, course: 0)
        other.device = "/dev/b"
        let place = try #require(frame).coordinate(of: LocalVector(north: 2400))
        _ = estimator.process(other, at: place, uptime: .seconds(121))
        #expect(!estimator.statistics.contradictedSpeed.isTrue)
    }

    @Test("rejects a distant fix after a gap at rest at first")
    func outlierAfterGap() throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 0, reported: 0, at: 0, each: 1, count: 100)
        let far = try #require(frame).coordinate(of: LocalVector(north: 5000))
        #expect(estimator.process(fix(), at: far, uptime: .seconds(135)) != nil)
        let here = try #require(frame).coordinate(of: LocalVector(north: 1))
        #expect(estimator.process(fix(), at: here, uptime: .seconds(136)) == nil)
    }

    @Test(
        "a gap from stop to stop counts whole if a vehicle can start and stop on the way",
        arguments: [(30, 200.0, true), (120, 1_700, true), (900, 27_000, true), (10, 400, false), (60, 5_000, false)])
    func gapFromStopToStop(seconds: Int, metres: Double, counts: Bool) throws {
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        try goNorth(&estimator, speed: 0, reported: 0, at: 0, each: 1, count: 100)
        let arrival = try #require(frame).coordinate(of: LocalVector(north: metres))
        for second in 0..<10 { _ = estimator.process(fix(), at: arrival, uptime: .seconds(99 + seconds + second)) }
        #expect(abs(estimator.odometer - (counts ? metres : 0)) < 5)
    }

    @Test("one extreme speed in a first fix does not affect the second")
    func wildStart() throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        for second in 0..<5 {
            let place = frame.coordinate(of: LocalVector(north: Double(second) * 10))
            let taken = fix(speed: second == 0 ? 9_000 : 10, course: 0)
            #expect(estimator.process(taken, at: place, uptime: .seconds(second)) == nil)
            #expect(try #require(estimator.coordinate).distance(to: place) < 20)
        }
        #expect(estimator.odometer < 60)
    }

    @Test("outliers before a gap stay rejected if the next fix is where they were not")
    func outliersAtGap() throws {
        let frame = try #require(frame)
        var estimator = PositionEstimator(platform: .any, odometer: 0)
        let far = frame.coordinate(of: LocalVector(north: 50_000))
        for second in 0..<60 { _ = estimator.process(fix(), at: frame.origin, uptime: .seconds(second)) }
        for second in 60..<62 { #expect(estimator.process(fix(), at: far, uptime: .seconds(second)) != nil) }
        #expect(estimator.process(fix(), at: frame.origin, uptime: .seconds(75)) == nil)
        #expect(estimator.reinstated.isEmpty)
    }
}
