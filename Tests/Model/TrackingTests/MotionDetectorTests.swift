import Location
import Testing

@testable import Tracking

struct MotionDetectorTests {
    /// Pseudo-random numbers with mean 0 and deviation 1 (twelve uniform ones), the same each time.
    private struct Noise {
        private var state: UInt64 = 42

        mutating func next() -> Double {
            var sum = -6.0
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                sum += Double(state >> 11) / Double(1 << 53)
            }
            return sum
        }
    }

    /// A way whose positions follow the true velocity.
    private struct Drive {
        private var track = Track(at: .zero)
        private var position = SIMD3<Double>.zero

        /// Adds a step; returns the distance that is counted.
        mutating func add(
            _ velocity: SIMD3<Double>, true speed: SIMD3<Double>? = nil, to detector: inout MotionDetector,
            after step: Double, _ statistics: inout ReceiverStatistics
        ) -> Double {
            position += (speed ?? velocity) * step
            track.add(position, predicted: velocity * step, after: step)
            return detector.add(velocity, track: track, radius: 15, after: step, statistics: &statistics)
        }
    }

    /// Returns the seconds until a motion is detected at a speed; nil for never in ten minutes.
    private func delay(
        _ detector: inout MotionDetector, until motion: Motion, at speed: Double, each step: Double = 1
    ) -> Double? {
        var (statistics, drive) = (ReceiverStatistics(), Drive())
        statistics.add(radius: 15, after: 0)
        for count in 1...Int(600 / step) {
            _ = drive.add(SIMD3(speed, 0, 0), to: &detector, after: step, &statistics)
            if detector.motion == motion { return Double(count) * step }
        }
        return nil
    }

    @Test("detects starts and stops within five seconds at any rate", arguments: [0.1, 0.2, 1, 5])
    func rates(step: Double) throws {
        var detector = MotionDetector(.zero)
        #expect(detector.motion == .stationary)
        for speed in [10, 1.3] {
            #expect(try #require(delay(&detector, until: .moving, at: speed, each: step)) <= 5)
            #expect(try #require(delay(&detector, until: .stationary, at: 0, each: step)) <= max(10, 2 * step))
        }
    }

    @Test("a creeping speed is motion, a swinging one a drift")
    func creeping() throws {
        var detector = MotionDetector(.zero)
        #expect(try #require(delay(&detector, until: .moving, at: 0.45)) < 10)
        detector = MotionDetector(.zero)
        #expect(delay(&detector, until: .moving, at: 0.08) == nil)
        #expect(detector.drift.isDrifting && !detector.isStill)
    }

    @Test("a slow start after a rest is no noise", arguments: [0.35, 0.45, 0.8])
    func slowStart(speed: Double) {
        var (detector, statistics, drive) = (MotionDetector(.zero), ReceiverStatistics(), Drive())
        statistics.add(radius: 15, after: 0)
        for second in 0..<180 {
            let velocity = SIMD3(second < 60 ? 0 : speed, 0, 0)
            _ = drive.add(velocity, to: &detector, after: 1, &statistics)
        }
        #expect(detector.motion == .moving)
        #expect(statistics.dopplerFactor < 1.1)
    }

    @Test("Doppler noise of 0.4 m/s at rest counts as noise within a minute")
    func noisy() {
        var (detector, statistics, noise) = (MotionDetector(.zero), ReceiverStatistics(), Noise())
        statistics.add(radius: 15, after: 0)
        var (distance, drive) = (0.0, Drive())
        for second in 0..<900 {
            let velocity = SIMD3(0.4 * noise.next(), 0.4 * noise.next(), 0)
            let step = drive.add(velocity, true: .zero, to: &detector, after: 1, &statistics)
            if second > 60 { distance += step }
        }
        #expect(detector.motion == .stationary)
        #expect(distance < 20)
    }

    @Test("noise across the course does not lengthen the way", arguments: [0.45, 1.3, 20])
    func distance(speed: Double) {
        var (detector, statistics, noise) = (MotionDetector(SIMD3(speed, 0, 0)), ReceiverStatistics(), Noise())
        statistics.add(radius: 15, after: 0)
        var (distance, drive, error) = (0.0, Drive(), SIMD3<Double>.zero)
        for _ in 0..<20_000 {
            // A Gauss-Markov process of 1.5 s, as good receivers have it.
            error = error * 0.5134 + SIMD3(noise.next(), noise.next(), 0) * (0.09 * 0.8581)
            let (truth, velocity) = (SIMD3(speed, 0, 0), SIMD3(speed, 0, 0) + error)
            distance += drive.add(velocity, true: truth, to: &detector, after: 1, &statistics)
        }
        #expect(abs(distance / (20_000 * speed) - 1) < 0.005)
    }

    @Test("a lasting noise of 0.3 m/s at rest is learnt, and then neither drives nor drifts")
    func lastingNoise() {
        var (detector, statistics, noise) = (MotionDetector(.zero), ReceiverStatistics(), Noise())
        statistics.add(radius: 15, after: 0)
        var (drive, error, moving, drifting) = (Drive(), SIMD3<Double>.zero, 0, 0)
        for second in 0..<3600 {
            // A Gauss-Markov process of 8 s, as phones have it.
            error = error * 0.8825 + SIMD3(noise.next(), noise.next(), 0) * (0.3 * 0.4703)
            _ = drive.add(error, true: .zero, to: &detector, after: 1, &statistics)
            guard second > 900 else { continue }
            moving += detector.motion == .moving ? 1 : 0
            drifting += detector.drift.isDrifting ? 1 : 0
        }
        #expect((2.5...4.5).contains(statistics.dopplerFactor))
        #expect(statistics.dopplerDensity > 0.2)
        #expect(moving < 54 && drifting < 1350)
    }

    @Test("an outlier at rest is no noise of the speed")
    func outlier() {
        var (detector, statistics) = (MotionDetector(.zero), ReceiverStatistics())
        statistics.add(radius: 15, after: 0)
        var track = Track(at: .zero)
        for second in 0..<600 {
            let position = SIMD3(second == 300 ? 1e4 : 0, 0, 0)
            track.add(position, predicted: .zero, after: 1)
            _ = detector.add(.zero, track: track, radius: 15, after: 1, statistics: &statistics)
        }
        #expect(statistics.dopplerDensity == ReceiverStatistics.goodDopplerDensity)
    }

    @Test("a noisy receiver that creeps on is not taken for one at rest")
    func noisyCreep() {
        var (detector, statistics, noise) = (MotionDetector(.zero), ReceiverStatistics(), Noise())
        statistics.add(radius: 15, after: 0)
        for _ in 0..<600 { statistics.add(dopplerSquare: 0.04, after: 1) }
        var (drive, moving) = (Drive(), 0)
        for second in 0..<300 {
            let velocity = SIMD3(0.6 + 0.1 * noise.next(), 0.1 * noise.next(), 0)
            _ = drive.add(velocity, true: SIMD3(0.6, 0, 0), to: &detector, after: 1, &statistics)
            if second >= 60 { moving += detector.motion == .moving ? 1 : 0 }
        }
        #expect(moving > 230)
    }

    @Test("positions alone show a walk, a stroll and a rest")
    func blind() {
        var (detector, statistics) = (MotionDetector(), ReceiverStatistics())
        var (track, position) = (Track(at: .zero), 0.0)
        func go(_ speed: Double, _ seconds: Int) -> Double {
            var distance = 0.0
            for second in 0..<seconds {
                position += speed
                let wobble = second.isMultiple(of: 2) ? 0.5 : -0.5
                track.add(SIMD3(position, wobble, 0), predicted: .zero, after: 1)
                let wasAtRest = detector.restSeconds != nil
                distance += detector.addPositions(track, radius: 15, after: 1, statistics: &statistics)
                if wasAtRest != (detector.restSeconds != nil) { track = Track(at: SIMD3(position, wobble, 0)) }
            }
            return distance
        }
        #expect(go(0, 120) == 0 && detector.motion == .stationary)
        let walk = go(1.3, 300)
        #expect(abs(walk - 390) < 20 && detector.motion == .moving)
        _ = go(0, 60)
        #expect(detector.motion == .stationary)
        _ = go(0.5, 120)
        #expect(detector.motion == .moving)
        _ = go(0, 90)
        #expect(detector.motion == .stationary)
        // A start too slow for a walk, which becomes one or a drive: its stops are noticed like those of any other.
        for speed in [1.5, 10] {
            _ = go(0.5, 60)
            for _ in 0..<5 {
                // A walk is noticed late, and a part of the way before that is lost.
                let way = go(speed, 60)
                #expect((40...70).contains(way / speed) && detector.motion == .moving)
                let phantom = go(0, 20)
                #expect(detector.motion == .stationary && phantom < 10 * speed)
            }
        }
    }

    @Test("a stroll without a speed ends within 20 s")
    func stopsStrolling() throws {
        var (statistics, detector, track) = (ReceiverStatistics(), MotionDetector(), Track(at: .zero))
        var position = SIMD3<Double>.zero
        func walk(_ seconds: Int, at speed: Double) -> Double? {
            for second in 1...seconds {
                position += SIMD3(speed, 0, 0)
                let wander = SIMD3(0, Double(second % 4) / 2, 0)
                track.add(position + wander, predicted: .zero, after: 1)
                _ = detector.addPositions(track, radius: 8, after: 1, statistics: &statistics)
                if speed == 0, detector.motion == .stationary { return Double(second) }
            }
            return nil
        }
        _ = walk(60, at: 0)
        _ = walk(240, at: 0)
        track = Track(at: position)
        _ = walk(120, at: 0.45)
        #expect(detector.isSlow && detector.motion == .moving)
        #expect(try #require(walk(60, at: 0)) <= 20)
    }

    @Test("positions end a rest that a third of a walk's speed does not, and no rest begins while they go on")
    func slowSpeed() throws {
        var (statistics, drive, detector) = (ReceiverStatistics(), Drive(), MotionDetector(.zero))
        statistics.add(radius: 8, after: 0)
        var moving = 0
        for second in 1...120 {
            let speed = second % 3 == 0 ? 0 : 0.45
            _ = drive.add(SIMD3(speed, 0, 0), true: SIMD3(1.2, 0, 0), to: &detector, after: 1, &statistics)
            moving += detector.motion == .moving ? 1 : 0
        }
        #expect(moving > 95)
    }
}
