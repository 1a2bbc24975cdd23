import Location

/// Whether the machine moves, from where fixes are and from the speed they report, never from one of them alone.
///
/// A start and a stop show within seconds in both. Slow motion, such as a boat's at anchor, shows only over tens of
/// seconds, and then holds until as long a time says otherwise.
struct MotionDetector: Sendable {
    private(set) var motion = Motion.unknown
    /// Whether it moves so slowly that only the slow means show it.
    private(set) var isCreeping = false
    /// Whether it moves so slowly that positions show it only over a minute, and nothing tells its speed.
    private(set) var isStrolling = false
    private var steps = 0
    private var quickly = ExponentialDecay(Thresholds.quickTime)
    private var blindly = ExponentialDecay(Thresholds.blindQuickTime)
    private var straying = ExponentialDecay(Thresholds.slowTime)
    private var wandering = ExponentialDecay(Thresholds.strollTime)
    private var drifting = ExponentialDecay(Thresholds.driftTime)
    /// Metres per second by the positions, over the quick and over the slow time.
    private var rate = ExponentialMean()
    private(set) var slowRate = ExponentialMean()
    /// Metres per second by the receiver's own measure; without a direction all of it counts as north.
    private var velocity = ExponentialMean()
    private(set) var slowVelocity = ExponentialMean()
    /// Metres that it has gone of late by the receiver's own measure, forgotten bit by bit.
    private(set) var drift = LocalVector()
    /// Metres that the positions have gone of late, forgotten bit by bit.
    private var strayed = LocalVector()
    /// The same over a longer time.
    private(set) var wandered = LocalVector()
    /// Square metres per second squared: the mean square of what is reported along an axis while it stands.
    private var speedNoise = 0.01

    /// Takes what has happened since the last fix.
    ///
    /// `deviation` is how wrong the receiver is taken to be, metres.
    mutating func add(_ step: MotionStep, deviation: Double) {
        steps = min(steps + 1, 1000)
        let quick = 1 - quickly.remaining(after: step.time)
        let slowTime = max(Thresholds.slowTime, Thresholds.slowEpochs * step.time)
        let strayingLeft = straying.remaining(after: step.time)
        let slow = 1 - (slowTime == Thresholds.slowTime ? strayingLeft : Exponential.decay(step.time / slowTime))
        let went = step.moved * (1 / step.time)
        let blind = step.speed == nil
        rate.add(went, weight: blind ? 1 - blindly.remaining(after: step.time) : quick)
        slowRate.add(went, weight: slow)
        strayed = strayed * strayingLeft + step.moved
        wandered = wandered * wandering.remaining(after: step.time) + step.moved
        if let speed = step.speed {
            let reported = step.velocity ?? LocalVector(north: speed)
            velocity.add(reported, weight: quick)
            slowVelocity.add(reported, weight: slow)
            drift = drift * drifting.remaining(after: step.time)
            drift = drift + reported * min(step.time, slowTime / 4)
            learn(speed, share: slow / 6)
        }
        guard steps >= (step.time > 2 ? 2 : 3) else { return }
        if blind { judgeBlindly(deviation) } else { judge(hasDirection: step.velocity != nil, deviation) }
    }

    /// The map was laid anew.
    mutating func apply(_ turn: FrameChange) {
        rate.apply(turn)
        slowRate.apply(turn)
        velocity.apply(turn)
        slowVelocity.apply(turn)
        strayed = turn.direction(strayed)
        wandered = turn.direction(wandered)
        drift = turn.direction(drift)
    }

    /// Fixes were missing: what came before says nothing of now.
    mutating func reset() {
        let noise = speedNoise
        self = MotionDetector()
        speedNoise = noise
    }

    /// Metres per second, one standard deviation along an axis, of the speed reported while standing.
    var speedDeviation: Double { speedNoise.squareRoot() }

    private mutating func learn(_ speed: Double, share: Double) {
        guard motion == .stationary, speed < 3.5 * speedDeviation else { return }
        speedNoise += (speed * speed / 2 - speedNoise) * share
    }

    private mutating func judge(hasDirection: Bool, _ deviation: Double) {
        let speed = velocity.value.length
        let start = max(
            Thresholds.startSpeed, Thresholds.startDeviations * speedDeviation, Thresholds.startShare * deviation)
        if speed > start, agrees(rate.value, with: velocity.value, hasDirection) {
            settle(.moving)
        } else if motion != .stationary, !isCreeping, speed < Thresholds.stopSpeed,
            slowRate.value.length < Thresholds.impossibleRate
        {
            settle(.stationary)
        } else if motion == .stationary || isCreeping, hasDirection, speed < start {
            judgeCreeping(deviation)
        }
    }

    private mutating func judgeCreeping(_ deviation: Double) {
        guard slowVelocity.coverage > Thresholds.slowFill else { return }
        let speed = slowVelocity.value.length
        let start = max(Thresholds.creepSpeed, Thresholds.creepDeviations * speedDeviation)
        if isCreeping, speed < start * Thresholds.creepHold {
            settle(.stationary)
        } else if !isCreeping, speed > start, drift.length > creepDistance(deviation),
            agrees(slowRate.value, with: slowVelocity.value, true)
        {
            motion = .moving
            isCreeping = true
        }
    }

    /// Metres that it must have gone by its own measure: under a bad sky receivers creep while they settle in.
    private func creepDistance(_ deviation: Double) -> Double {
        deviation * min(deviation * Thresholds.creepShare, Thresholds.creepLongest)
    }

    private mutating func judgeBlindly(_ deviation: Double) {
        let speed = rate.value.length
        if speed > Thresholds.startRate, strayed.length > Thresholds.startDistance {
            settle(.moving)
        } else if isStrolling {
            if slowRate.value.length < Thresholds.strollStop { settle(.stationary) }
        } else if motion != .stationary, speed < Thresholds.stopRate {
            settle(.stationary)
        } else if motion == .stationary, speed < Thresholds.startRate,
            wandered.length > Thresholds.strollShare * deviation
        {
            motion = .moving
            isStrolling = true
        }
    }

    private mutating func settle(_ now: Motion) {
        isCreeping = false
        isStrolling = false
        guard now != motion else { return }
        motion = now
        (slowRate, slowVelocity) = (ExponentialMean(), ExponentialMean())
        drift = LocalVector()
        wandered = LocalVector()
    }

    /// Whether the positions have gone a good part of the reported way.
    private func agrees(_ rate: LocalVector, with velocity: LocalVector, _ hasDirection: Bool) -> Bool {
        let speed = velocity.length
        guard hasDirection else { return rate.length > Thresholds.agreement * speed }
        let along = (rate.north * velocity.north + rate.east * velocity.east) / speed
        return along > Thresholds.agreement * speed
    }
}

/// What lies between two fixes, as the motion detector sees it.
struct MotionStep: Sendable {
    /// Seconds, above 0.
    let time: Double
    /// Metres from where the receiver said it was to where it says it is.
    let moved: LocalVector
    /// Metres per second as the receiver measures them; nil where it does not.
    let speed: Double?
    /// The same with its direction; nil where the receiver gives none.
    let velocity: LocalVector?
}
