import Basics
import Glibc
import Location

extension PositionEstimator {
    /// Restarts the estimate at a fix; the next fix, if known, determines the velocity.
    mutating func start(with candidate: Candidate, noise: FixNoise, towards next: Candidate? = nil) {
        let (fix, place) = (candidate.fix, candidate.place)
        var filter = PositionFilter(place, noise)
        if let next { filter.setVelocity(towards: next.place, in: (next.uptime - candidate.uptime).inSeconds) }
        bestDeviation = noise.deviation
        self.filter = filter
        detector.reset()
        consensus = Consensus()
        recentOffset = ExponentialMean()
        (ignoredTime, ignoredDistance) = (0, 0)
        (pendingDisplacement, pendingDistance) = (LocalVector(), 0)
        let (speed, velocity) = measured(fix, on: filter.frame, at: filter.frame.projection(of: place))
        last = Last(
            uptime: candidate.uptime, device: fix.device, place: LocalVector(),
            report: SpeedReport(speed: speed, velocity: velocity))
    }

    /// Returns true if the positions have just revealed that the reported speed, and all that depends on it, is wrong.
    mutating func detectSpeedContradiction(in step: Step, noise: FixNoise) -> Bool {
        let wasContradicted = speedPlausibility.isContradicted
        if let reported = step.report.reportedTravel {
            speedDelay.learn(moved: step.motion.moved, reported: reported, time: step.motion.time)
        }
        speedPlausibility.add(step.report, moved: step.motion.moved, time: step.motion.time, deviation: noise.deviation)
        return speedPlausibility.isContradicted && !wasContradicted
    }

    /// Returns a jump if a fix is too far both from the predicted position and from the previous one moved along.
    mutating func evaluate(
        _ candidate: Candidate, step: Step, predicted: PositionFilter, noise: FixNoise
    ) -> Jump? {
        let displacement = step.travel?.displacement ?? predicted.velocity * step.motion.time
        let distance =
            candidate.place.isOutsideMap(around: predicted.frame.origin)
            ? candidate.place.distance(to: predicted.coordinate)
            : min(
                (step.place - predicted.offset - predicted.receiverBias).length,
                (step.motion.moved - displacement).length)
        let speed = max(candidate.fix.speed ?? 0, predicted.velocity.length)
        return outlierGate.evaluate(
            candidate, distance: distance, expected: FixNoise.ninetyFivePercent * predicted.deviation,
            claimed: noise.radius, speed: speed, after: step.motion.time)
    }

    mutating func update(with step: Step, noise: FixNoise) {
        guard var filter else { return }
        let before = motion
        bestDeviation = min(bestDeviation, noise.deviation)
        detector.add(step.motion, deviation: noise.deviation)
        standingTime = motion == .stationary ? standingTime + step.motion.time : 0
        propagateMotion(of: &filter, step: step, noise: noise, since: before)
        if before == .moving, motion == .stationary, step.travel == nil { consensus = Consensus() }
        consensus.add(step.place, time: step.motion.time, deviation: noise.deviation)
        update(&filter, with: step, noise: noise)
        recentOffset.add(step.place - filter.offset, weight: 1 - exp(-step.motion.time / recentTime))
        if before == .moving || motion == .moving { odometer += length(of: step, filter) }
        self.filter = filter
    }

    /// Recentres the plane on the machine after it has moved far.
    mutating func recentreFrame() {
        guard let change = filter?.recentreFrame() else { return }
        consensus.apply(change)
        detector.apply(change)
        speedPlausibility.apply(change)
        recentOffset.apply(change)
        pendingDisplacement = change.direction(pendingDisplacement)
        last?.apply(change)
    }

    private func length(of step: Step, _ filter: PositionFilter) -> Double {
        if detector.isCreeping { return detector.slowVelocity.value.length * step.motion.time }
        if detector.isStrolling { return detector.slowRate.value.length * step.motion.time }
        return step.length ?? filter.velocity.length * step.motion.time
    }

    /// Ignores a fix that most others contradict; resets an estimate that they contradict.
    private mutating func update(_ filter: inout PositionFilter, with step: Step, noise: FixNoise) {
        let position = step.place
        let tolerance = Thresholds.consensusDeviations * noise.deviation
        let hasReference = step.travel != nil || standingTime > Thresholds.blindConsensus
        guard hasReference, let centre = consensus.centre else { return filter.update(position, noise: noise) }
        guard (position - centre).length < tolerance else { return ignore(step, filter: &filter, noise: noise) }
        (ignoredTime, ignoredDistance) = (0, 0)
        if (filter.offset - centre).length > tolerance { filter.reset(to: centre, noise: noise) }
        filter.update(position, noise: noise)
    }

    /// Accepts fixes that contradict the consensus for longer than reflections last, or by more; without a measured
    /// speed, a lasting contradiction means that the machine has moved.
    private mutating func ignore(_ step: Step, filter: inout PositionFilter, noise: FixNoise) {
        ignoredTime += step.motion.time
        ignoredDistance = (step.place - filter.offset).length
        let isFar = ignoredDistance > max(Thresholds.farDistance, Thresholds.farRadii * noise.radius)
        let sky = min(max(noise.deviation / Thresholds.openSkyDeviation, 1), Thresholds.maxSkyFactor)
        let timeout = step.travel == nil ? Thresholds.blindConsensusTimeout : Thresholds.consensusTimeout * sky
        guard ignoredTime > (isFar ? Thresholds.gap : timeout) else { return }
        filter.reset(to: step.place, noise: noise)
        consensus = Consensus()
        (ignoredTime, ignoredDistance, standingTime) = (0, 0, 0)
    }

    /// Adds the straight-line distance travelled without fixes, such as in a tunnel, unless errors explain it or no
    /// vehicle could have covered it.
    mutating func bridgeGap(to place: Coordinate, noise: FixNoise, speed: Double?, after time: Double) {
        guard let filter, motion == .moving, time < Thresholds.maxGapTime else { return }
        let distance = filter.coordinate.distance(to: place)
        let errors = FixNoise.ninetyFivePercent * filter.deviation + noise.radius
        let knownSpeed = max(last?.report.speed ?? 0, speed ?? 0)
        let maxSpeed =
            knownSpeed > 0
            ? min(outlierGate.maxSpeed, knownSpeed * Thresholds.gapSpeedFactor + Thresholds.gapSpeedMargin)
            : outlierGate.maxSpeed
        guard distance > errors, distance < maxSpeed * time + errors else { return }
        odometer += distance
    }

    /// Counts the displacement of this step if the machine was moving; if it seemed to stand, accumulates it until a
    /// start is detected.
    mutating func propagateMotion(
        of filter: inout PositionFilter, step: Step, noise: FixNoise, since before: Motion
    ) {
        let time = step.motion.time
        let displacement = step.travel?.displacement ?? (before == .stationary ? LocalVector() : filter.velocity * time)
        if before == .unknown { accumulate(step) }
        guard before == .stationary else {
            let drift = step.travel?.variance ?? Thresholds.movingAcceleration * time
            return consensus.advance(by: displacement, time: max(time, drift / Thresholds.ordinaryDrift))
        }
        let isMoving = (step.motion.speed ?? 0) > Thresholds.stopSpeed
        pendingDisplacement = isMoving ? pendingDisplacement + displacement : LocalVector()
        if detector.isStrolling { return startStroll(&filter, at: step, noise: noise) }
        if motion == .moving { return startMotion(&filter, step) }
        pendingDistance = isMoving ? pendingDistance + (step.length ?? 0) : 0
    }

    /// Accumulates the distance until the state of motion is known.
    private mutating func accumulate(_ step: Step) {
        switch motion {
        case .unknown: pendingDistance += step.length ?? 0
        case .moving:
            odometer += pendingDistance
            pendingDistance = 0
        case .stationary: pendingDistance = 0
        }
    }

    /// Handles a start: adds the distance travelled before the start was detected.
    private mutating func startMotion(_ filter: inout PositionFilter, _ step: Step) {
        var moved = pendingDisplacement
        let drift = detector.drift
        if detector.isCreeping { moved = drift }
        if step.motion.velocity == nil {
            moved = step.place - filter.offset - filter.receiverBias
        }
        filter.displace(by: moved, variance: (step.travel?.variance ?? 0) + moved.length * Thresholds.unseenFraction)
        consensus.advance(by: moved, time: 0)
        odometer += step.motion.speed == nil || detector.isCreeping ? moved.length : pendingDistance
        (pendingDisplacement, pendingDistance) = (LocalVector(), 0)
    }

    /// Handles a stroll: the displacement attributed to the receiver's error was real motion.
    private mutating func startStroll(_ filter: inout PositionFilter, at step: Step, noise: FixNoise) {
        filter.reset(to: step.place, noise: noise)
        consensus = Consensus()
        odometer += detector.wandered.length
        (pendingDisplacement, pendingDistance) = (LocalVector(), 0)
    }
}
