import Location

extension PositionEstimator {
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
