import Location
import Testing

@testable import Tracking

struct MotionDetectorTests {
    /// Returns the seconds until a motion is detected, from fixes with and without speed and course; nil for never.
    private func delay(
        _ detector: inout MotionDetector, until motion: Motion, at speed: Double, each time: Double,
        positions: Double? = nil, knows: Knowledge = .velocity
    ) -> Double? {
        for count in 1...200 {
            let displacement = LocalVector(north: (positions ?? speed) * time)
            detector.add(
                MotionStep(
                    time: time, moved: displacement, speed: knows == .positions ? nil : speed,
                    velocity: knows == .velocity ? LocalVector(north: speed) : nil), deviation: 2.5)
            if detector.motion == motion { return Double(count) * time }
        }
        return nil
    }

    enum Knowledge: CaseIterable {
        case velocity
        case speed
        case positions
    }

    @Test("detects starts and stops in time at any rate", arguments: [0.1, 0.2, 1, 5], Knowledge.allCases)
    func rates(time: Double, knows: Knowledge) throws {
        var detector = MotionDetector()
        let limit = max(5, 2 * time)
        #expect(try #require(delay(&detector, until: .stationary, at: 0, each: time, knows: knows)) <= max(3, 2 * time))
        #expect(try #require(delay(&detector, until: .moving, at: 10, each: time, knows: knows)) <= limit)
        #expect(try #require(delay(&detector, until: .stationary, at: 0, each: time, knows: knows)) <= limit)
    }

    @Test("detects a stroll and its end from positions alone")
    func stroll() throws {
        var detector = MotionDetector()
        _ = delay(&detector, until: .stationary, at: 0, each: 1, knows: .positions)
        #expect(try #require(delay(&detector, until: .moving, at: 0.5, each: 1, knows: .positions)) < 60)
        #expect(detector.isStrolling && detector.wandered.length > 10)
        #expect(try #require(delay(&detector, until: .stationary, at: 0, each: 1, knows: .positions)) < 15)
        #expect(!detector.isStrolling)
    }

    @Test("with poor reception, a creeping speed is no lasting motion", arguments: [(2.5, true), (6, false)])
    func badSky(deviation: Double, moves: Bool) {
        var detector = MotionDetector()
        _ = delay(&detector, until: .stationary, at: 0, each: 1)
        let creep = MotionStep(
            time: 1, moved: LocalVector(east: 0.7), speed: 0.7, velocity: LocalVector(east: 0.7))
        for _ in 0..<15 { detector.add(creep, deviation: deviation) }
        #expect((detector.motion == .moving) == moves)
    }

    @Test("neither speed nor displacement alone is motion")
    func neverOneAlone() {
        var detector = MotionDetector()
        #expect(delay(&detector, until: .stationary, at: 0, each: 1) != nil)
        #expect(delay(&detector, until: .moving, at: 5, each: 1, positions: 0) == nil)
        detector = MotionDetector()
        #expect(delay(&detector, until: .stationary, at: 0, each: 1) != nil)
        #expect(delay(&detector, until: .moving, at: 0, each: 1, positions: 3) == nil)
    }

    @Test("detects the swinging of a boat at anchor, and its rest")
    func creeping() {
        var detector = MotionDetector()
        #expect(delay(&detector, until: .stationary, at: 0, each: 1) != nil)
        #expect(delay(&detector, until: .moving, at: 0.15, each: 1) != nil)
        #expect(detector.isCreeping)
        #expect(delay(&detector, until: .stationary, at: 0, each: 1) != nil)
    }

    @Test("a noisier receiver needs more evidence of motion")
    func learnsNoise() {
        var detector = MotionDetector()
        let before = detector.speedDeviation
        for count in 0..<2000 {
            let speed = count.isMultiple(of: 2) ? 0.2 : -0.2
            detector.add(
                MotionStep(
                    time: 1, moved: LocalVector(), speed: abs(speed), velocity: LocalVector(north: speed)),
                deviation: 2.5)
        }
        #expect(detector.motion == .stationary)
        #expect(detector.speedDeviation > before)
    }
}
