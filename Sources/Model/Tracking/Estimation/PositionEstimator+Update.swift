import Basics
import Location

extension PositionEstimator {
    /// Begins anew at a fix; the next one, where it is known, tells how fast it goes.
    mutating func start(with candidate: Candidate, _ noise: FixNoise, towards next: Candidate? = nil) {
        let (fix, place) = (candidate.fix, candidate.place)
        var filter = PositionFilter(place, noise)
        if let next { filter.go(to: next.place, in: (next.uptime - candidate.uptime).inSeconds) }
        bestDeviation = noise.deviation
        self.filter = filter
        detector.forget()
        consensus = Consensus()
        recent = Smoothed()
        (ignoredTime, ignoredDistance) = (0, 0)
        (pending, pendingLength) = (LocalVector(), 0)
        let (speed, velocity) = measured(fix, on: filter.frame, at: filter.frame.spot(at: place))
        last = Last(
            uptime: candidate.uptime, device: fix.device, place: LocalVector(),
            report: SpeedReport(speed: speed, velocity: velocity))
    }

    /// Whether the positions have just shown that the reported speed is wrong, and all that was built on it.
    mutating func isLedAstray(by step: Step, _ noise: FixNoise) -> Bool {
        let wasContradicted = trust.isContradicted
        if let said = step.report.said {
            delay.learn(moved: step.motion.moved, said: said, time: step.motion.time)
        }
        trust.add(step.report, moved: step.motion.moved, time: step.motion.time, deviation: noise.deviation)
        return trust.isContradicted && !wasContradicted
    }

    /// Whether a fix is too far both from where it is expected and from where the receiver was last, going on.
    mutating func judge(
        _ candidate: Candidate, _ step: Step, _ predicted: PositionFilter, _ noise: FixNoise
    ) -> Jump? {
        let way = step.travel?.way ?? predicted.velocity * step.motion.time
        let distance =
            candidate.place.isOffMap(of: predicted.frame.origin)
            ? candidate.place.distance(to: predicted.coordinate)
            : min(
                (step.place - predicted.offset - predicted.receiverOffset).length, (step.motion.moved - way).length)
        let speed = max(candidate.fix.speed ?? 0, predicted.velocity.length)
        return gate.judge(
            candidate, distance: distance, expected: FixNoise.ninetyFivePercent * predicted.deviation,
            claimed: noise.radius, speed: speed, after: step.motion.time)
    }

    mutating func update(_ step: Step, _ noise: FixNoise) {
        guard var filter else { return }
        let before = motion
        bestDeviation = min(bestDeviation, noise.deviation)
        detector.add(step.motion, deviation: noise.deviation)
        standingTime = motion == .stationary ? standingTime + step.motion.time : 0
        carry(&filter, step, noise, since: before)
        if before == .moving, motion == .stationary, step.travel == nil { consensus = Consensus() }
        consensus.add(step.place, time: step.motion.time, deviation: noise.deviation)
        measure(&filter, step, noise)
        recent.add(step.place - filter.offset, share: 1 - Exponential.decay(step.motion.time / recentTime))
        if before == .moving || motion == .moving { odometer += length(of: step, filter) }
        self.filter = filter
    }

    /// The map follows the machine.
    mutating func moveMap() {
        guard let turn = filter?.moveMap() else { return }
        consensus.move(to: turn)
        detector.move(to: turn)
        trust.move(to: turn)
        recent.move(to: turn)
        pending = turn.direction(pending)
        last?.move(to: turn)
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
        guard knowsWay, let centre = consensus.centre else { return filter.measure(there, noise) }
        guard (there - centre).length < tolerance else { return ignore(step, &filter, noise) }
        (ignoredTime, ignoredDistance) = (0, 0)
        if (filter.offset - centre).length > tolerance { filter.replace(centre, noise) }
        filter.measure(there, noise)
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
        filter.replace(step.place, noise)
        consensus = Consensus()
        (ignoredTime, ignoredDistance, standingTime) = (0, 0, 0)
    }

    /// What it may have travelled without fixes, such as in a tunnel, is the straight way; where errors, or nothing
    /// that carries a receiver, explain it, it is none.
    mutating func bridge(to place: Coordinate, _ noise: FixNoise, at speed: Double?, after time: Double) {
        guard let filter, motion == .moving, time < Thresholds.longestBridge else { return }
        let distance = filter.coordinate.distance(to: place)
        let errors = FixNoise.ninetyFivePercent * filter.deviation + noise.radius
        let known = max(last?.report.speed ?? 0, speed ?? 0)
        let fastest =
            known > 0 ? min(gate.topSpeed, known * Thresholds.bridgeHaste + Thresholds.bridgeStart) : gate.topSpeed
        guard distance > errors, distance < fastest * time + errors else { return }
        odometer += distance
    }
}
