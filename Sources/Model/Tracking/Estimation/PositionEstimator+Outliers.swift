import Basics
import Location

extension PositionEstimator {
    /// The distance in metres at which a fix that is itself shown is implausible: receivers correct themselves by tens of
    /// metres after a loss of signal, and are right.
    private static let minUnsmoothedJump = 100.0
    /// The radii within which a fix at rest without effect is a reflection, not a fault.
    private static let reflectionRadii = 8.0
    /// At rest, the share of the time since the position has moved this far in metres for which a reflection may last, and
    /// the maximum in seconds: reflections indoors last for a minute.
    private static let reflectionShare = 0.25
    private static let dwellRadius = 30.0
    private static let maxReflection = 75.0

    /// Uses the first fix after a gap, unless nothing could have come as far; counts the straight distance across it.
    mutating func resume(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double) -> Jump? {
        let distance = (measurement.position - shown).length
        let minimum = max(OutlierGate.minJump, measurement.radius)
        let speed = max(last?.velocity?.length ?? 0, measurement.velocity?.length ?? 0)
        let limit = gate.maxDistance(after: step, speed: speed)
        if distance > limit {
            guard gate.confirms(candidate, measurement, for: OutlierGate.minAgreementAfterGap) else {
                return Jump(distance: distance, allowed: limit)
            }
            if gate.suspectDistance > minimum { odometer += gate.suspectDistance }
            reinstated = gate.removeSuspects().map(\.fix)
        } else if distance > minimum, distance < OutlierGate.usualDistance(after: step, speed: speed) {
            odometer += distance
        }
        gate.removeSuspects()
        start(candidate, measurement, after: step)
        return nil
    }

    /// Rejects a fix that is too far away, for seconds; returns the jump, or nil with a treatment if it is only held.
    mutating func rejectOutlier(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double) -> Jump? {
        let distance = (measurement.position - shown).length
        dwell.seconds += step
        if (shown - dwell.position).length > Self.dwellRadius { dwell = (shown, 0) }
        let allowed = maxDistance(of: measurement, after: step)
        guard distance > allowed else {
            gate.removeSuspects()
            return nil
        }
        let isReflection = detector.restSeconds != nil && distance <= Self.reflectionRadii * measurement.radius
        guard !gate.confirms(candidate, measurement, for: isReflection ? reflectionTime : OutlierGate.minAgreement)
        else {
            restart(candidate, measurement, wereHeld: isReflection, after: step)
            return nil
        }
        if ignoresVelocity { track.skip(step) }
        guard isReflection else { return Jump(distance: distance, allowed: allowed) }
        treatment = Treatment(.held, distance: distance)
        if detector.isStill { offset.add(measurement.position - shown, after: step) }
        return nil
    }

    /// The distance in metres from the position shown that a fix may have.
    private func maxDistance(of measurement: MeasuredFix, after step: Double) -> Double {
        let isAtRest = detector.restSeconds != nil
        // The position shown may be worse than the fix.
        var distance = OutlierGate.minJump(radius: max(radius, measurement.radius))
        if !isAtRest, smoothingTime == nil { distance = max(Self.minUnsmoothedJump, distance) }
        if ignoresVelocity {
            let start = OutlierGate.usualMaxAcceleration * min(step, 10) * step / 2
            distance += isAtRest ? start : min(platform.maxSpeed, OutlierGate.usualMaxSpeed) * step
        } else if !isAtRest {
            // A turn between two fixes.
            distance += min(OutlierGate.usualMaxAcceleration * step / 4, OutlierGate.usualMaxSpeed) * step
        }
        return distance
    }

    /// The seconds for which agreeing fixes at rest may still be a reflection.
    private var reflectionTime: Double {
        min(max(OutlierGate.minAgreement, dwell.seconds * Self.reflectionShare), Self.maxReflection)
    }

    /// Restarts at a fix that suspects agree with; those that were only held were not rejected.
    private mutating func restart(
        _ candidate: Candidate, _ measurement: MeasuredFix, wereHeld: Bool, after step: Double
    ) {
        if gate.contradictsVelocity, measurement.velocity != nil { statistics.contradictedSpeed.assert() }
        let suspects = gate.removeSuspects()
        reinstated = wereHeld ? [] : suspects.map(\.fix)
        start(candidate, measurement, after: step)
    }
}
