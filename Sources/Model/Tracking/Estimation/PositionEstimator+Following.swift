import Basics
import Location

extension PositionEstimator {
    /// Follows a fix a time step in seconds after the last one.
    mutating func follow(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double) -> Jump? {
        guard let before = last else { return nil }
        last?.uptime = candidate.uptime
        // Where positions alone decide on motion, an outlier must not count.
        if isBlind {
            if let jump = refuse(candidate, measurement, after: step) { return jump }
            guard treatment == nil else { return nil }
        }
        let wasBlind = isBlind
        let way = scrutinize(measurement, since: before, after: step)
        move(by: way, measurement, after: step)
        if !wasBlind {
            if let jump = refuse(candidate, measurement, after: step) { return jump }
            guard treatment == nil else { return nil }
        }
        last?.position = measurement.position
        radius = measurement.radius
        statistics.add(radius: radius, after: step)
        statistics.modelledRadius.add(candidate.fix.horizontalAccuracy?.origin == .dilution, after: step)
        learn(measurement.position, after: step)
        show(candidate, measurement.position, after: step)
        return nil
    }

    /// Checks the reported speed; returns the way by it in metres.
    private mutating func scrutinize(
        _ measurement: MeasuredFix, since before: Last, after step: Double
    ) -> SIMD3<Double> {
        let wasBlind = isBlind
        let age = measurement.velocity == nil ? before.velocityAge + step : 0
        let velocity = measurement.velocity ?? (age < Thresholds.gap ? before.velocity : nil)
        last?.velocity = velocity
        last?.velocityAge = age
        let way = velocity.map { (($0 + (before.velocity ?? $0)) * (step / 2)) } ?? .zero
        track.add(measurement.position, way: way, after: step)
        SpeedScrutiny.add(
            measurement.velocity, moved: measurement.position - before.position, track: track,
            radius: measurement.radius, after: step, to: &statistics)
        isBlind = velocity == nil || !statistics.hasUsableSpeed
        if isBlind != wasBlind, detector.motion != .unknown { detector.endRest() }
        return isBlind ? .zero : way
    }

    /// Judges rest and motion, and moves the position by the way.
    private mutating func move(by way: SIMD3<Double>, _ measurement: MeasuredFix, after step: Double) {
        let (wasStill, wasAtRest) = (detector.isStill, detector.restSeconds != nil)
        if isBlind {
            count(
                detector.addBlind(track, radius: measurement.radius, after: step, statistics: &statistics), measurement)
            let isAtRest = detector.restSeconds != nil
            if wasAtRest, !isAtRest { (shown, memory) = (measurement.position, 0) }
            if !isAtRest { moving = ReferenceFilters(at: measurement.position) }
        } else if let velocity = last?.velocity {
            let distance = detector.add(
                velocity, track: track, radius: measurement.radius, after: step, statistics: &statistics)
            count(distance, measurement)
        }
        if detector.restSeconds != nil, !wasAtRest { track = Track(at: measurement.position) }
        moving.advance(by: way)
        guard !detector.isStill else { return }
        shown += way
        guard wasStill else { return }
        shown += detector.drift.way
        memory = min(memory, smoothingTime ?? 0)
    }

    /// Counts a distance once the positions have left the place of departure too; a noisy speed at rest leads nowhere.
    ///
    /// Short hops from one rest to the next add up.
    private mutating func count(_ distance: Double, _ measurement: MeasuredFix) {
        if let seconds = detector.restSeconds, departure == nil || seconds > Thresholds.longRest {
            (departure, pendingDistance) = (shown, 0)
        }
        guard distance > 0 else { return }
        guard let departure else { return odometer += distance }
        pendingDistance += distance
        let gone = (measurement.position - departure).length
        let needed = max(Thresholds.leastDeparture, measurement.radius / 2)
        guard gone > needed, pendingDistance > needed * Thresholds.leastWay else { return }
        odometer += min(pendingDistance, Thresholds.roundabout * gone)
        (self.departure, pendingDistance) = (nil, 0)
    }

    /// The seconds over which motion is smoothed; nil if the fix itself is shown.
    private var smoothingTime: Double? { isBlind ? nil : statistics.smoothingTime }

    /// Refuses a fix that is too far away, for seconds; returns the jump, or nil with a treatment if it is only held.
    private mutating func refuse(
        _ candidate: Candidate, _ measurement: MeasuredFix, after step: Double
    ) -> Jump? {
        let distance = (measurement.position - shown).length
        calm.seconds += step
        if (shown - calm.position).length > Thresholds.calmDistance { calm = (shown, 0) }
        let (atRest, radii) = (detector.restSeconds != nil, Thresholds.jumpRadii * measurement.radius)
        var allowed = max(Thresholds.nearJump, radii)
        if !atRest, smoothingTime == nil { allowed = max(Thresholds.farJump, radii) }
        if isBlind {
            let start = Thresholds.usualAcceleration * min(step, 10) * step / 2
            allowed += atRest ? start : min(platform.maxSpeed, Thresholds.usualMaxSpeed) * step
        } else if !atRest {
            // A turn between two fixes.
            allowed += min(Thresholds.usualAcceleration * step / 4, Thresholds.usualMaxSpeed) * step
        }
        guard distance > allowed else {
            _ = gate.removeSuspects()
            return nil
        }
        let isReflection = distance <= Thresholds.heldRadii * measurement.radius
        let patience =
            atRest && isReflection
            ? min(max(Thresholds.patience, calm.seconds * Thresholds.calmShare), Thresholds.maxPatience)
            : Thresholds.patience
        if gate.overrules(candidate, measurement, for: patience) {
            if gate.contradictSpeed, measurement.velocity != nil { statistics.contradictedSpeed.assert() }
            // Held fixes were not rejected.
            let suspects = gate.removeSuspects()
            reinstate(atRest && isReflection ? [] : suspects)
            start(candidate, measurement, after: step)
            return nil
        }
        if isBlind { track.skip(step) }
        guard !atRest || !isReflection else {
            treatment = Treatment(.held, distance: distance)
            if detector.isStill { offset.add(measurement.position - shown, after: step) }
            return nil
        }
        return Jump(distance: distance, allowed: allowed)
    }

    /// Learns the errors of the receiver: in motion their sum with those of the speed, at rest alone.
    private mutating func learn(_ position: SIMD3<Double>, after step: Double) {
        let (isStill, radius) = (detector.isStill, radius)
        moving.add(position, after: step) { index, square in
            guard !isStill, !isBlind else { return }
            statistics.add(spread: square, at: index, atRest: false, radius: radius, after: step)
        }
        guard isStill else {
            resting = nil
            return offset.reset()
        }
        guard resting != nil else { return resting = ReferenceFilters(at: position) }
        let isSettled = detector.isSettled
        resting?.add(position, after: step, settles: true) { index, square in
            guard isSettled else { return }
            statistics.add(spread: square, at: index, atRest: true, radius: radius, after: step)
        }
    }

    /// Shows the fix, the mean at rest, or a smoothed position.
    private mutating func show(_ candidate: Candidate, _ position: SIMD3<Double>, after step: Double) {
        let error = position - shown
        if detector.isStill {
            let ratio = Thresholds.fullWeight * statistics.leastRadius / radius
            let weight = step * min(1, ratio * ratio)
            memory = min(memory + weight, max(memory, longestMean))
            shown += error * min(1, weight / memory)
            statistics.add(offset: error.squaredLength, fromMeanOver: memory, radius: radius, after: step)
            offset.add(error, after: step)
            let speed = detector.steady.value.length
            guard isDisplaced(beyond: radius / 2), !isBlind, speed > Thresholds.displacingSpeed else {
                // The mean is too old, whatever has moved: an antenna, or a boat whose speed shows nothing.
                displacedSeconds = isDisplaced(beyond: lastingDistance) ? displacedSeconds + step : 0
                if displacedSeconds > Thresholds.displacedTime { memory = min(memory, Thresholds.displacedMean) }
                return show(candidate, position, as: .averaged)
            }
            detector.endRest(pausing: Thresholds.restPause)
        } else if let time = smoothingTime {
            memory = min(memory + step, time)
            shown += error * (step / (memory + step))
            return show(candidate, position, as: .smoothed)
        }
        (shown, memory) = (position, 0)
        show(candidate, position, as: .passedThrough)
    }

    private mutating func show(_ candidate: Candidate, _ position: SIMD3<Double>, as kind: Treatment.Kind) {
        shownFix = kind == .passedThrough ? candidate.place : nil
        treatment = Treatment(kind, distance: (position - shown).length)
    }

    /// The longest mean in seconds: while a drift is possible, it must not lag behind it by more than fixes are off.
    private var longestMean: Double {
        guard !isBlind, !detector.drift.isRefuted else { return Thresholds.longestMean }
        let usual = (2 * statistics.restSquare(radius)).squareRoot()
        return max(Thresholds.displacedMean, 2 * usual / Thresholds.driftVariance.squareRoot())
    }

    /// The distance in metres from the mean that fixes at rest rarely exceed.
    private var usualDistance: Double {
        Thresholds.displacedDeviations * (2 * statistics.restSquare(radius)).squareRoot()
    }

    /// The distance in metres from a long mean that fixes rarely exceed while the speed refutes a drift: errors last for
    /// longer than a smoothed position takes to follow them.
    ///
    /// It is 0 otherwise: positions alone do not distinguish a boat's swing from an error, and a speed held at 0 says
    /// nothing.
    private var lastingDistance: Double {
        guard !isBlind, detector.drift.isRefuted, statistics.dopplerVariance > Thresholds.leastDopplerVariance else {
            return 0
        }
        return Thresholds.displacedDeviations * radius * statistics.scale.square.squareRoot()
    }

    /// True if the fixes have left the mean for some seconds, beyond what is usual and a distance in metres.
    private func isDisplaced(beyond distance: Double) -> Bool {
        offset.value.length > max(Thresholds.displacedDistance, distance, usualDistance)
    }
}
