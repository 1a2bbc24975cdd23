import Location

/// Detects rest and motion from the Doppler velocity; ``MotionDetector/addPositions(_:radius:after:statistics:)`` does so
/// from positions.
///
/// The constants are for a good receiver; those of speed are multiplied by the noise of the receiver in use.
struct MotionDetector: Sendable {
    /// The seconds of the mean velocity that decides: longer than Doppler noise lasts, shorter than the five in which a user
    /// expects a start to show.
    private static let shortTime = 3.0
    /// The mean speed in m/s at which a rest begins, and up to which it lasts: three and five times the noise of the mean
    /// (0.05 m/s).
    private static let restBegin = 0.16
    private static let restEnd = 0.28
    /// The change of speed in m/s that no noise explains: eleven deviations.
    private static let suddenChange = 1.0
    /// The speed in m/s above which noise across it hardly lengthens the distance.
    private static let clearSpeed = 0.9
    /// The noise from which a longer mean must be small too, that mean in seconds and in m/s.
    private static let highNoise = 1.5
    private static let mediumTime = 8.0
    private static let mediumRestEnd = 0.25
    /// The seconds over which a velocity that leads nowhere shows itself as noise, the largest mean square of it in
    /// (m/s)², and the largest share of it that the mean may have: errors of phones last for 8 s.
    private static let longTime = 20.0
    private static let maxNoiseSquare = 1.0
    private static let maxMeanShare = 0.25
    /// The seconds after which the velocity at rest is noise only.
    private static let settlingTime = 5.0
    /// The innovation in metres that is an outlier, not noise.
    private static let maxInnovation = 100.0

    /// The state of motion; a slow drift counts as stationary.
    private(set) var motion = Motion.unknown
    /// The seconds at rest or adrift; nil in motion.
    private(set) var restSeconds: Double?
    /// Distinguishes rest from drift.
    private(set) var drift = DriftTest()
    /// True while a motion was too slow for the short one of ``DisplacementTest/windows``.
    private(set) var isSlow = false
    /// True if the fixes of the last seconds go where the velocity leads: a slow start may not be detected yet.
    private(set) var suspectsMotion = true
    private var shortMean = SIMD3<Double>.zero
    private var shortDecay = ExponentialDecay(Self.shortTime)
    private(set) var mediumMean = VectorMean(Self.mediumTime)
    private var longMean = VectorMean(Self.longTime)
    private var longSquare = 0.0
    private var lastSpeed = 0.0
    /// The seconds for which no rest may begin.
    private var holdoff = 0.0

    /// True if the position stays where it is: at rest and not adrift.
    var isStill: Bool { restSeconds != nil && !drift.isDrifting }

    /// Starts with the velocity of a fix; nil if there is none.
    init(_ velocity: SIMD3<Double>? = nil, noise: Double = 1) {
        guard let velocity else { return }
        shortMean = velocity
        lastSpeed = velocity.length
        if lastSpeed < Self.restEnd * noise { beginRest() } else { motion = .moving }
    }

    /// Adds a velocity after a time step in seconds; returns the distance travelled in metres.
    mutating func add(
        _ velocity: SIMD3<Double>, track: Track, radius: Double, after step: Double,
        statistics: inout ReceiverStatistics
    ) -> Double {
        let sky = statistics.skyFactor(radius)
        let noise = statistics.dopplerFactor * sky
        let before = shortMean
        average(velocity, noise: noise, sky: sky, after: step)
        let distance = distance(velocity, along: before, noise: noise, sky: sky, after: step, statistics)
        let test = DisplacementTest(track, radius: radius, positionsOnly: false, statistics)
        suspectsMotion = test.suspectsMotion
        // Then a slow motion shows in the positions first.
        let isNoisy = statistics.dopplerFactor > Self.highNoise
        guard restSeconds == nil else {
            let departs = isNoisy ? test.confirmsStart : !drift.isDrifting && test.departsFromSlowSpeed
            guard endsRest(noise: noise) || departs else {
                rest(velocity, test, noise: noise, sky: sky, after: step, statistics: &statistics)
                // The beginning of a rest by a speed held at 0 may be a walk.
                if !statistics.heldSpeed.isTrue || test.short.seconds >= DisplacementTest.windows[0] - 1 {
                    statistics.randomWalk = test.updatedRandomWalk(after: step)
                }
                return 0
            }
            endRest()
            // The distance before the start was detected.
            return distance + Self.shortTime * before.length
        }
        learnInMotion(track, after: step, statistics: &statistics)
        holdoff -= step
        let goesOn = isNoisy ? test.confirmsMotion : test.outrunsSpeed
        if shortMean.length < Self.restBegin * noise, !goesOn, holdoff <= 0 { beginRest() } else { motion = .moving }
        return distance
    }

    private mutating func average(_ velocity: SIMD3<Double>, noise: Double, sky: Double, after step: Double) {
        let kept = shortDecay.remaining(after: step)
        let change = velocity - shortMean
        shortMean = change.length > Self.suddenChange * noise ? velocity : shortMean + change * (1 - kept)
        mediumMean.add(velocity, after: step)
        guard velocity.squaredLength < 4 * Self.maxNoiseSquare else { return longMean.reset() }
        let weight = longMean.add(velocity, after: step)
        longSquare += (velocity.squaredLength / (sky * sky) - longSquare) * weight
    }

    /// The distance by the velocity without the noise across it, which would lengthen it; at a crawl, by the part along the
    /// mean before it, as a mean with the same noise in it would lengthen it too.
    private mutating func distance(
        _ velocity: SIMD3<Double>, along mean: SIMD3<Double>, noise: Double, sky: Double, after step: Double,
        _ statistics: ReceiverStatistics
    ) -> Double {
        var speed = 0.0
        if velocity.length > Self.clearSpeed * noise {
            speed = max(0, velocity.squaredLength - statistics.dopplerVariance * sky * sky).squareRoot()
        } else if case let length = mean.length, length > 0 {
            speed = max(0, (velocity * mean).sum() / length)
        }
        defer { lastSpeed = speed }
        return (lastSpeed + speed) / 2 * step
    }

    /// A noisy velocity has a long memory; then a longer mean must be small too.
    private func endsRest(noise: Double) -> Bool {
        if shortMean.length > Self.restEnd * noise { return true }
        guard mediumMean.seconds > Self.mediumTime else { return false }
        let speed = mediumMean.value.length
        return noise > Self.highNoise && speed > Self.mediumRestEnd * noise || drift.isCertain && speed > Self.restEnd
    }

    private mutating func rest(
        _ velocity: SIMD3<Double>, _ test: DisplacementTest, noise: Double, sky: Double, after step: Double,
        statistics: inout ReceiverStatistics
    ) {
        let seconds = (restSeconds ?? 0) + step
        restSeconds = seconds
        // A slow start that is not detected yet is no noise.
        if seconds > Self.settlingTime, !suspectsMotion {
            // A steady velocity is a slow start; noise that lasts for seconds changes within the longer mean.
            let changing = 2 * (velocity - longMean.value).squaredLength
            let square = min(velocity.squaredLength, changing) / 2 / (sky * sky)
            statistics.add(dopplerSquare: square, after: step)
        }
        let innovation = test.long.innovation
        if test.long.seconds >= DisplacementTest.windows[1] - 1, innovation.length < Self.maxInnovation {
            statistics.innovation.add(innovation.squaredLength / (sky * sky), after: step)
        }
        drift.add(velocity, after: step, noise: statistics.dopplerDensity * sky * sky)
    }

    /// A velocity that leads nowhere is noise, not motion.
    private func learnInMotion(_ track: Track, after step: Double, statistics: inout ReceiverStatistics) {
        // Over the same time as the mean: a rest before a slow start does not make it aimless.
        let recent = track.displacement(over: min(longMean.seconds, DisplacementTest.windows[1]))
        guard longMean.seconds >= Self.longTime, longSquare < Self.maxNoiseSquare, recent.seconds >= Self.longTime,
            recent.measured.squaredLength < Self.maxMeanShare * longSquare * recent.seconds * recent.seconds
        else { return }
        statistics.add(dopplerSquare: longSquare / 2, limited: false, after: step)
    }
}

extension MotionDetector {
    /// Ends a rest that the positions contradict; none begins for some seconds.
    mutating func endRest(holdoff seconds: Double = 0) {
        (restSeconds, drift, motion, holdoff) = (nil, DriftTest(), .moving, seconds)
        longMean.reset()
    }

    private mutating func beginRest() {
        (restSeconds, drift, motion, isSlow) = (0, DriftTest(), .stationary, false)
        mediumMean.reset()
        longMean.reset()
    }

    /// Decides by the positions only; returns the distance travelled in metres.
    ///
    /// The displacement over 15 s shows a walk, that over a minute a slower motion; both are compared with the random walk
    /// of fixes at rest.
    mutating func addPositions(
        _ track: Track, radius: Double, after step: Double, statistics: inout ReceiverStatistics
    ) -> Double {
        let test = DisplacementTest(track, radius: radius, positionsOnly: true, statistics)
        suspectsMotion = test.suspectsMotion
        guard let seconds = restSeconds else {
            guard test.last.seconds >= DisplacementTest.stopWindow - 0.5 else { return 0 }
            guard !test.hasStopped || isSlow && test.isMovingSlowly else {
                beginRest()
                return 0
            }
            motion = .moving
            // A slow motion that has become a walk or a drive stops like one.
            if test.isWalkingSteadily { isSlow = false }
            let displacement = isSlow ? test.long : test.isFast ? test.last : test.short
            return displacement.measured.length / displacement.seconds * step
        }
        restSeconds = seconds + step
        guard !test.hasDeparted else {
            endRest()
            isSlow = !test.isWalking
            return (isSlow ? test.long : test.short).measured.length / 3
        }
        statistics.randomWalk = test.updatedRandomWalk(after: step)
        return 0
    }
}
