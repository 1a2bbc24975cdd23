import Basics
import Location

extension PositionEstimator {
    /// Begins anew at a fix; the next one, where it is known, tells how fast it goes.
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

    /// Whether the positions have just shown that the reported speed is wrong, and all that was built on it.
    mutating func detectSpeedContradiction(in step: Step, noise: FixNoise) -> Bool {
        let wasContradicted = speedPlausibility.isContradicted
        if let said = step.report.reportedTravel {
            speedDelay.learn(moved: step.motion.moved, reported: said, time: step.motion.time)
        }
        speedPlausibility.add(step.report, moved: step.motion.moved, time: step.motion.time, deviation: noise.deviation)
        return speedPlausibility.isContradicted && !wasContradicted
    }

    /// Whether a fix is too far both from where it is expected and from where the receiver was last, going on.
    mutating func evaluate(
        _ candidate: Candidate, step: Step, predicted: PositionFilter, noise: FixNoise
    ) -> Jump? {
        let way = step.travel?.displacement ?? predicted.velocity * step.motion.time
        let distance =
            candidate.place.isOutsideMap(around: predicted.frame.origin)
            ? candidate.place.distance(to: predicted.coordinate)
            : min(
                (step.place - predicted.offset - predicted.receiverBias).length, (step.motion.moved - way).length)
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
        measure(&filter, step, noise)
        recentOffset.add(step.place - filter.offset, weight: 1 - Exponential.decay(step.motion.time / recentTime))
        if before == .moving || motion == .moving { odometer += length(of: step, filter) }
        self.filter = filter
    }

    /// The map follows the machine.
    mutating func recentreFrame() {
        guard let turn = filter?.recentreFrame() else { return }
        consensus.apply(turn)
        detector.apply(turn)
        speedPlausibility.apply(turn)
        recentOffset.apply(turn)
        pendingDisplacement = turn.direction(pendingDisplacement)
        last?.apply(turn)
    }

    private func length(of step: Step, _ filter: PositionFilter) -> Double {
        if detector.isCreeping { return detector.slowVelocity.value.length * step.motion.time }
        if detector.isStrolling { return detector.slowRate.value.length * step.motion.time }
        return step.length ?? filter.velocity.length * step.motion.time
    }

    /// A fix that most others contradict says nothing; an estimate that they contradict is wrong.
    private mutating func measure(_ filter: inout PositionFilter, _ step: Step, _ noise: FixNoise) {
        let there = step.place
        let tolerance = Thresholds.consensusDeviations * noise.deviation
        let knowsWay = step.travel != nil || standingTime > Thresholds.blindConsensus
        guard knowsWay, let centre = consensus.centre else { return filter.update(there, noise: noise) }
        guard (there - centre).length < tolerance else { return ignore(step, &filter, noise) }
        (ignoredTime, ignoredDistance) = (0, 0)
        if (filter.offset - centre).length > tolerance { filter.reset(to: centre, noise: noise) }
        filter.update(there, noise: noise)
    }

    /// What contradicts the crowd for longer than reflections do, or by more, is right; without a measured speed, what
    /// leaves it for long has gone away.
    private mutating func ignore(_ step: Step, _ filter: inout PositionFilter, _ noise: FixNoise) {
        ignoredTime += step.motion.time
        ignoredDistance = (step.place - filter.offset).length
        let isFar = ignoredDistance > max(Thresholds.farDistance, Thresholds.farRadii * noise.radius)
        let sky = min(max(noise.deviation / Thresholds.openSky, 1), Thresholds.worstSky)
        let patience = step.travel == nil ? Thresholds.blindPatience : Thresholds.patience * sky
        guard ignoredTime > (isFar ? Thresholds.gap : patience) else { return }
        filter.reset(to: step.place, noise: noise)
        consensus = Consensus()
        (ignoredTime, ignoredDistance, standingTime) = (0, 0, 0)
    }

    /// What it may have travelled without fixes, such as in a tunnel, is the straight way; where errors, or nothing
    /// that carries a receiver, explain it, it is none.
    mutating func bridgeGap(to place: Coordinate, noise: FixNoise, speed: Double?, after time: Double) {
        guard let filter, motion == .moving, time < Thresholds.longestBridge else { return }
        let distance = filter.coordinate.distance(to: place)
        let errors = FixNoise.ninetyFivePercent * filter.deviation + noise.radius
        let known = max(last?.report.speed ?? 0, speed ?? 0)
        let fastest =
            known > 0 ? min(outlierGate.maxSpeed, known * Thresholds.bridgeHaste + Thresholds.bridgeStart) : outlierGate.maxSpeed
        guard distance > errors, distance < fastest * time + errors else { return }
        odometer += distance
    }

    /// What it has gone in this step counts where it was moving; where it seemed to stand, it is kept until it is
    /// known to have set off.
    mutating func propagateMotion(
        of filter: inout PositionFilter, step: Step, noise: FixNoise, since before: Motion
    ) {
        let time = step.motion.time
        let way = step.travel?.displacement ?? (before == .stationary ? LocalVector() : filter.velocity * time)
        if before == .unknown { keep(step) }
        guard before == .stationary else {
            let drift = step.travel?.variance ?? Thresholds.movingAcceleration * time
            return consensus.advance(by: way, time: max(time, drift / Thresholds.ordinaryDrift))
        }
        let goes = (step.motion.speed ?? 0) > Thresholds.stopSpeed
        pendingDisplacement = goes ? pendingDisplacement + way : LocalVector()
        if detector.isStrolling { return stroll(&filter, step, noise) }
        if motion == .moving { return setOff(&filter, step) }
        pendingDistance = goes ? pendingDistance + (step.length ?? 0) : 0
    }

    /// Until it is known whether it moves, the way is kept.
    private mutating func keep(_ step: Step) {
        switch motion {
        case .unknown: pendingDistance += step.length ?? 0
        case .moving:
            odometer += pendingDistance
            pendingDistance = 0
        case .stationary: pendingDistance = 0
        }
    }

    /// It starts to move: what it has gone before that was noticed is added at once.
    private mutating func setOff(_ filter: inout PositionFilter, _ step: Step) {
        var moved = pendingDisplacement
        let creeping = detector.drift
        if detector.isCreeping { moved = creeping }
        if step.motion.velocity == nil {
            moved = step.place - filter.offset - filter.receiverBias
        }
        filter.displace(by: moved, variance: (step.travel?.variance ?? 0) + moved.length * Thresholds.unseenShare)
        consensus.advance(by: moved, time: 0)
        odometer += step.motion.speed == nil || detector.isCreeping ? moved.length : pendingDistance
        (pendingDisplacement, pendingDistance) = (LocalVector(), 0)
    }

    /// It has been walking away for a while, and what was taken for the receiver's error was its way.
    private mutating func stroll(_ filter: inout PositionFilter, _ step: Step, _ noise: FixNoise) {
        filter.reset(to: step.place, noise: noise)
        consensus = Consensus()
        odometer += detector.wandered.length
        (pendingDisplacement, pendingDistance) = (LocalVector(), 0)
    }
}
