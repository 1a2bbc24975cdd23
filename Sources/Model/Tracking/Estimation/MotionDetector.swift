import Location

/// Detects rest and motion from the Doppler speed; ``MotionDetector/addBlind(_:radius:after:statistics:)`` does so from
/// positions alone.
struct MotionDetector: Sendable {
    /// The state of motion; a slow drift counts as stationary.
    private(set) var motion = Motion.unknown
    /// The seconds at rest or adrift; nil in motion.
    private(set) var restSeconds: Double?
    /// Distinguishes rest from drift.
    private(set) var drift = DriftTest()
    /// True while a motion was too slow for the short one of ``Thresholds/wanderTimes``.
    private(set) var isStrolling = false
    /// False if the fixes of the last seconds go where the speed leads: a slow start may not be noticed yet.
    private(set) var isSettled = false
    private var quick = SIMD3<Double>.zero
    private var quickDecay = ExponentialDecay(Thresholds.quickTime)
    private(set) var steady = VectorMean(Thresholds.steadyTime)
    private var slow = VectorMean(Thresholds.slowTime)
    private var slowSquare = 0.0
    private var lastSpeed = 0.0
    /// The seconds for which no rest may begin.
    private var pause = 0.0

    /// True if the position stays where it is: at rest and not adrift.
    var isStill: Bool { restSeconds != nil && !drift.isDrifting }

    /// Starts with the velocity of a fix; nil if there is none.
    init(_ velocity: SIMD3<Double>? = nil, noise: Double = 1) {
        guard let velocity else { return }
        quick = velocity
        lastSpeed = velocity.length
        if lastSpeed < Thresholds.restKept * noise { beginRest() } else { motion = .moving }
    }

    /// Adds a velocity after a time step in seconds; returns the distance travelled in metres.
    mutating func add(
        _ velocity: SIMD3<Double>, track: Track, radius: Double, after step: Double,
        statistics: inout ReceiverStatistics
    ) -> Double {
        let sky = statistics.skyFactor(radius)
        let noise = statistics.dopplerFactor * sky
        let before = quick
        average(velocity, noise: noise, sky: sky, after: step)
        let distance = distance(velocity, along: before, noise: noise, sky: sky, after: step, statistics)
        let wander = Wander(track, radius: radius, isBlind: false, statistics)
        isSettled = !wander.mayLeave
        // Then a slow motion shows in the positions first.
        let isNoisy = statistics.dopplerFactor > Thresholds.noisy
        guard restSeconds == nil else {
            guard ends(noise: noise) || isNoisy && wander.startsAsReported else {
                rest(velocity, wander, noise: noise, sky: sky, after: step, statistics: &statistics)
                statistics.wandering = wander.learnt(after: step)
                return 0
            }
            endRest()
            // The way before the start was noticed.
            return distance + Thresholds.quickTime * before.length
        }
        learnInMotion(track, after: step, statistics: &statistics)
        pause -= step
        let isSlow = quick.length < Thresholds.restBegun * noise && !(isNoisy && wander.goesOn)
        if isSlow, pause <= 0 { beginRest() } else { motion = .moving }
        return distance
    }

    private mutating func average(_ velocity: SIMD3<Double>, noise: Double, sky: Double, after step: Double) {
        let kept = quickDecay.remaining(after: step)
        let change = velocity - quick
        quick = change.length > Thresholds.suddenChange * noise ? velocity : quick + change * (1 - kept)
        steady.add(velocity, after: step)
        guard velocity.squaredLength < 4 * Thresholds.maxNoiseSquare else { return slow.reset() }
        let weight = slow.add(velocity, after: step)
        slowSquare += (velocity.squaredLength / (sky * sky) - slowSquare) * weight
    }

    /// The distance by the speed without the noise across it, which would lengthen it; at a crawl, by the part along the
    /// mean before it, as a mean with the same noise in it would lengthen it too.
    private mutating func distance(
        _ velocity: SIMD3<Double>, along mean: SIMD3<Double>, noise: Double, sky: Double, after step: Double,
        _ statistics: ReceiverStatistics
    ) -> Double {
        var speed = 0.0
        if velocity.length > Thresholds.clearSpeed * noise {
            speed = max(0, velocity.squaredLength - statistics.dopplerVariance * sky * sky).squareRoot()
        } else if case let length = mean.length, length > 0 {
            speed = max(0, (velocity * mean).sum() / length)
        }
        defer { lastSpeed = speed }
        return (lastSpeed + speed) / 2 * step
    }

    /// A noisy speed has a long memory; then a longer mean must be small too.
    private func ends(noise: Double) -> Bool {
        if quick.length > Thresholds.restKept * noise { return true }
        guard steady.seconds > Thresholds.steadyTime else { return false }
        let speed = steady.value.length
        return noise > Thresholds.noisy && speed > Thresholds.steadyRest * noise
            || drift.isCertain && speed > Thresholds.restKept
    }

    private mutating func rest(
        _ velocity: SIMD3<Double>, _ wander: Wander, noise: Double, sky: Double, after step: Double,
        statistics: inout ReceiverStatistics
    ) {
        let seconds = (restSeconds ?? 0) + step
        restSeconds = seconds
        // A slow start that is not noticed yet is no noise.
        if seconds > Thresholds.settlingTime, isSettled {
            // A steady speed is a slow start; noise that lasts for seconds changes within the longer mean.
            let changing = 2 * (velocity - slow.value).squaredLength
            let square = min(velocity.squaredLength, changing) / 2 / (sky * sky)
            statistics.add(dopplerSquare: square, after: step)
        }
        let recent = wander.recent[1]
        let strayed = recent.moved - recent.way
        // An outlier is no noise.
        if recent.seconds >= Thresholds.wanderTimes[1] - 1, strayed.length < Thresholds.farJump {
            statistics.add(strayed: strayed * (1 / sky), after: step)
        }
        drift.add(velocity, after: step, noise: statistics.dopplerDensity * sky * sky)
    }

    /// A speed that leads nowhere is noise, not motion.
    private func learnInMotion(_ track: Track, after step: Double, statistics: inout ReceiverStatistics) {
        // Over the same time as the mean: a rest before a slow start does not make it aimless.
        let recent = track.displacement(over: min(slow.seconds, Thresholds.wanderTimes[1]))
        guard slow.seconds >= Thresholds.slowTime, slowSquare < Thresholds.maxNoiseSquare,
            recent.seconds >= Thresholds.slowTime,
            recent.moved.squaredLength < Thresholds.aimless * slowSquare * recent.seconds * recent.seconds
        else { return }
        statistics.add(dopplerSquare: slowSquare / 2, limited: false, after: step)
    }
}

extension MotionDetector {
    /// Ends a rest that the positions contradict, for some seconds.
    mutating func endRest(pausing: Double = 0) {
        (restSeconds, drift, motion, pause) = (nil, DriftTest(), .moving, pausing)
        slow.reset()
    }

    private mutating func beginRest() {
        (restSeconds, drift, motion, isStrolling) = (0, DriftTest(), .stationary, false)
        steady.reset()
        slow.reset()
    }

    /// Judges by the positions alone; returns the distance travelled in metres.
    ///
    /// The displacement over 15 s shows a walk, that over a minute a stroll; both are compared with how far fixes wander
    /// at rest.
    mutating func addBlind(
        _ track: Track, radius: Double, after step: Double, statistics: inout ReceiverStatistics
    ) -> Double {
        let wander = Wander(track, radius: radius, isBlind: true, statistics)
        isSettled = !wander.mayLeave
        guard let seconds = restSeconds else {
            guard wander.brief.seconds >= Thresholds.blindStart - 0.5 else { return 0 }
            guard !wander.stops || isStrolling && wander.strolls else {
                beginRest()
                return 0
            }
            motion = .moving
            // A stroll that has become a walk or a drive stops like one.
            if wander.keepsWalking { isStrolling = false }
            let way = isStrolling ? wander.recent[1] : wander.isFast ? wander.brief : wander.recent[0]
            return way.moved.length / way.seconds * step
        }
        restSeconds = seconds + step
        guard !wander.leaves else {
            endRest()
            isStrolling = !wander.walks
            return wander.recent[isStrolling ? 1 : 0].moved.length / 3
        }
        statistics.wandering = wander.learnt(after: step)
        return 0
    }
}
