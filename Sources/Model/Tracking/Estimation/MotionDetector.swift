import Glibc
import Location

/// Detects motion from positions and reported speeds together, never from one of them alone.
///
/// Starts and stops show within seconds in both. Slow motion, such as a boat's at anchor, shows only over tens of
/// seconds, and persists until evidence over as long a time contradicts it.
struct MotionDetector: Sendable {
    private(set) var motion = Motion.unknown
    /// True if the motion is so slow that only the slow averages show it.
    private(set) var isCreeping = false
    /// True if the motion is so slow that positions show it only over a minute, with no speed reported.
    private(set) var isStrolling = false
    private var steps = 0
    private var quickDecay = ExponentialDecay(Thresholds.quickTime)
    private var blindDecay = ExponentialDecay(Thresholds.blindQuickTime)
    private var slowDecay = ExponentialDecay(Thresholds.slowTime)
    private var strollDecay = ExponentialDecay(Thresholds.strollTime)
    private var driftDecay = ExponentialDecay(Thresholds.driftTime)
    /// The velocity from positions, averaged over the quick and the slow time, in metres per second.
    private var rate = ExponentialMean()
    private(set) var slowRate = ExponentialMean()
    /// The velocity that the receiver reports, in metres per second; without a course all of it counts as north.
    private var velocity = ExponentialMean()
    private(set) var slowVelocity = ExponentialMean()
    /// The recent displacement by the reported velocity, in metres, with exponential decay.
    private(set) var drift = LocalVector()
    /// The recent displacement of the positions, in metres, with exponential decay.
    private var displacement = LocalVector()
    /// The displacement of the positions over a longer time.
    private(set) var wandered = LocalVector()
    /// The mean square of the speed reported along an axis at rest, in (m/s)².
    private var speedNoise = 0.01

    /// Adds the step since the last fix.
    ///
    /// `deviation` is the assumed error of the receiver in metres.
    mutating func add(_ step: MotionStep, deviation: Double) {
        steps = min(steps + 1, 1000)
        let quick = 1 - quickDecay.remaining(after: step.time)
        let slowTime = max(Thresholds.slowTime, Thresholds.slowEpochs * step.time)
        let slowRetained = slowDecay.remaining(after: step.time)
        let slow = 1 - (slowTime == Thresholds.slowTime ? slowRetained : exp(-step.time / slowTime))
        let velocityByPosition = step.moved * (1 / step.time)
        let isBlind = step.speed == nil
        rate.add(velocityByPosition, weight: isBlind ? 1 - blindDecay.remaining(after: step.time) : quick)
        slowRate.add(velocityByPosition, weight: slow)
        displacement = displacement * slowRetained + step.moved
        wandered = wandered * strollDecay.remaining(after: step.time) + step.moved
        if let speed = step.speed {
            let reported = step.velocity ?? LocalVector(north: speed)
            velocity.add(reported, weight: quick)
            slowVelocity.add(reported, weight: slow)
            drift = drift * driftDecay.remaining(after: step.time)
            drift = drift + reported * min(step.time, slowTime / 4)
            learn(speed, share: slow / 6)
        }
        guard steps >= (step.time > 2 ? 2 : 3) else { return }
        if isBlind { evaluateBlindly(deviation) } else { evaluate(hasDirection: step.velocity != nil, deviation) }
    }

    /// Converts the stored vectors after a change of the plane.
    mutating func apply(_ change: FrameChange) {
        rate.apply(change)
        slowRate.apply(change)
        velocity.apply(change)
        slowVelocity.apply(change)
        displacement = change.direction(displacement)
        wandered = change.direction(wandered)
        drift = change.direction(drift)
    }

    /// Discards everything but the learnt speed noise, after a gap.
    mutating func reset() {
        let noise = speedNoise
        self = MotionDetector()
        speedNoise = noise
    }

    /// The standard deviation of the speed reported at rest, along an axis, in metres per second.
    var speedDeviation: Double { speedNoise.squareRoot() }

    private mutating func learn(_ speed: Double, share: Double) {
        guard motion == .stationary, speed < 3.5 * speedDeviation else { return }
        speedNoise += (speed * speed / 2 - speedNoise) * share
    }

    private mutating func evaluate(hasDirection: Bool, _ deviation: Double) {
        let speed = velocity.value.length
        let start = max(
            Thresholds.startSpeed, Thresholds.startDeviations * speedDeviation,
            Thresholds.startPositionFactor * deviation)
        if speed > start, agrees(rate.value, with: velocity.value, hasDirection) {
            enter(.moving)
        } else if motion != .stationary, !isCreeping, speed < Thresholds.stopSpeed,
            slowRate.value.length < Thresholds.impossibleRate
        {
            enter(.stationary)
        } else if motion == .stationary || isCreeping, hasDirection, speed < start {
            evaluateCreeping(deviation)
        }
    }

    private mutating func evaluateCreeping(_ deviation: Double) {
        guard slowVelocity.coverage > Thresholds.slowCoverage else { return }
        let speed = slowVelocity.value.length
        let start = max(Thresholds.creepSpeed, Thresholds.creepDeviations * speedDeviation)
        if isCreeping, speed < start * Thresholds.creepHysteresis {
            enter(.stationary)
        } else if !isCreeping, speed > start, drift.length > creepDistance(deviation),
            agrees(slowRate.value, with: slowVelocity.value, true)
        {
            motion = .moving
            isCreeping = true
        }
    }

    /// Returns the displacement required, in metres: with poor reception, receivers creep while they settle.
    private func creepDistance(_ deviation: Double) -> Double {
        deviation * min(deviation * Thresholds.creepFactor, Thresholds.maxCreepFactor)
    }

    private mutating func evaluateBlindly(_ deviation: Double) {
        let speed = rate.value.length
        if speed > Thresholds.startRate, displacement.length > Thresholds.startDistance {
            enter(.moving)
        } else if isStrolling {
            if slowRate.value.length < Thresholds.strollStop { enter(.stationary) }
        } else if motion != .stationary, speed < Thresholds.stopRate {
            enter(.stationary)
        } else if motion == .stationary, speed < Thresholds.startRate,
            wandered.length > Thresholds.strollDeviations * deviation
        {
            motion = .moving
            isStrolling = true
        }
    }

    private mutating func enter(_ now: Motion) {
        isCreeping = false
        isStrolling = false
        guard now != motion else { return }
        motion = now
        (slowRate, slowVelocity) = (ExponentialMean(), ExponentialMean())
        drift = LocalVector()
        wandered = LocalVector()
    }

    /// Returns true if the positions have covered a sufficient part of the reported distance.
    private func agrees(_ rate: LocalVector, with velocity: LocalVector, _ hasDirection: Bool) -> Bool {
        let speed = velocity.length
        guard hasDirection else { return rate.length > Thresholds.agreement * speed }
        let along = (rate.north * velocity.north + rate.east * velocity.east) / speed
        return along > Thresholds.agreement * speed
    }
}

/// The step between two fixes, as input of the motion detector.
struct MotionStep: Sendable {
    /// Seconds, above 0.
    let time: Double
    /// The displacement between the reported positions in metres.
    let moved: LocalVector
    /// The measured speed in metres per second; nil if there is none.
    let speed: Double?
    /// The measured velocity; nil if the receiver reports no course.
    let velocity: LocalVector?
}
