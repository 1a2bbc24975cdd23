import Basics
import Location

extension PositionEstimator {
    /// The metres, at least half a radius, that positions must leave a place before distance counts: their random walk.
    private static let minDeparture = 4.0
    /// The share of that which the velocity must have travelled: positions that jump do not move.
    private static let minDepartureShare = 0.5
    /// The largest ratio of the distance to the displacement then: a right angle.
    private static let maxDetour = 2.0.squareRoot()
    /// The seconds of rest after which the place of departure is the mean.
    private static let longRest = 60.0
    /// The seconds for which a rest must go on for what it shows to count: a slow start is noticed late.
    private static let confirmation = 5.0

    /// Follows a fix a time step in seconds after the last one.
    mutating func follow(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double) -> Jump? {
        guard let before = last else { return nil }
        last?.uptime = candidate.uptime
        // Where only positions decide on motion, an outlier must not count.
        let ignoredVelocity = ignoresVelocity
        if ignoredVelocity {
            if let jump = rejectOutlier(candidate, measurement, after: step) { return jump }
            guard treatment == nil else { return nil }
        }
        let displacement = predict(measurement, since: before, after: step)
        propagate(by: displacement, measurement, after: step)
        if !ignoredVelocity {
            if let jump = rejectOutlier(candidate, measurement, after: step) { return jump }
            guard treatment == nil else { return nil }
        }
        last?.position = measurement.position
        radius = measurement.radius
        if measurement.velocity != nil { statistics.checkHeldSpeed(track, radius: radius) }
        statistics.add(radius: measurement.learntRadius, after: step)
        statistics.modelledRadius.add(candidate.fix.horizontalAccuracy?.origin == .dilution, after: step)
        guard !measurement.isCorrected else {
            showCorrected(candidate, measurement.position)
            return nil
        }
        learn(measurement.position, after: step)
        show(candidate, measurement.position, after: step)
        return nil
    }

    /// Checks the reported velocity; returns the displacement that it predicts, in metres.
    private mutating func predict(_ measurement: MeasuredFix, since before: Last, after step: Double) -> SIMD3<Double> {
        let ignoredVelocity = ignoresVelocity
        let age = measurement.velocity == nil ? before.velocityAge + step : 0
        let velocity = measurement.velocity ?? (age < Self.gap ? before.velocity : nil)
        last?.velocity = velocity
        last?.velocityAge = age
        let predicted = velocity.map { (($0 + (before.velocity ?? $0)) * (step / 2)) } ?? .zero
        track.add(measurement.position, predicted: predicted, after: step)
        if let velocity = measurement.velocity {
            statistics.check(
                velocity, moved: measurement.position - before.position, track: track, radius: measurement.radius,
                after: step)
        }
        ignoresVelocity = velocity == nil || !statistics.hasUsableSpeed
        if ignoresVelocity != ignoredVelocity, detector.motion != .unknown { detector.endRest() }
        return ignoresVelocity ? .zero : predicted
    }

    /// Decides on rest and motion, and moves the position by the predicted displacement.
    private mutating func propagate(
        by displacement: SIMD3<Double>, _ measurement: MeasuredFix, after step: Double
    ) {
        let (wasStill, wasAtRest) = (detector.isStill, detector.restSeconds != nil)
        let radius = measurement.radius
        if ignoresVelocity {
            countDistance(
                detector.addPositions(track, radius: radius, after: step, statistics: &statistics), measurement)
            let isAtRest = detector.restSeconds != nil
            if wasAtRest, !isAtRest { (shown, averagedSeconds) = (measurement.position, 0) }
            if !isAtRest { motionFilters = ReferenceFilters(at: measurement.position) }
        } else if let velocity = last?.velocity {
            countDistance(
                detector.add(velocity, track: track, radius: radius, after: step, statistics: &statistics),
                measurement)
        }
        if detector.restSeconds != nil, !wasAtRest { track = Track(at: measurement.position) }
        motionFilters.advance(by: displacement)
        guard !detector.isStill else { return }
        shown += displacement
        guard wasStill else { return }
        shown += detector.drift.displacement
        averagedSeconds = min(averagedSeconds, smoothingTime ?? 0)
    }

    /// Counts a distance once the positions have left the place of departure too; a noisy velocity at rest leads nowhere.
    ///
    /// Short hops from one rest to the next add up.
    private mutating func countDistance(_ distance: Double, _ measurement: MeasuredFix) {
        if let seconds = detector.restSeconds, departure == nil || seconds > Self.longRest {
            (departure, pendingDistance) = (shown, 0)
        }
        guard distance > 0 else { return }
        guard let departure else { return odometer += distance }
        pendingDistance += distance
        let gone = (measurement.position - departure).length
        let needed = max(Self.minDeparture, measurement.radius / 2)
        guard gone > needed, pendingDistance > needed * Self.minDepartureShare else { return }
        odometer += min(pendingDistance, Self.maxDetour * gone)
        (self.departure, pendingDistance) = (nil, 0)
    }

    /// Learns the errors of the receiver: in motion their sum with those of the velocity, at rest only their own.
    private mutating func learn(_ position: SIMD3<Double>, after step: Double) {
        let (isStill, radius) = (detector.isStill, radius)
        motionFilters.add(position, after: step) { index, square in
            guard !isStill, !ignoresVelocity else { return }
            statistics.add(spread: square, at: index, atRest: false, radius: radius, after: step)
        }
        guard isStill else {
            if let evidence { (statistics.rest, statistics.restBySky) = evidence.confirmed }
            (restFilters, evidence) = (nil, nil)
            return offset.reset()
        }
        guard restFilters != nil else {
            let known = (statistics.rest, statistics.restBySky)
            evidence = (known, known, 0)
            return restFilters = ReferenceFilters(at: position)
        }
        evidence?.age += step
        if let (_, newer, age) = evidence, age >= Self.confirmation {
            evidence = (newer, (statistics.rest, statistics.restBySky), 0)
        }
        restFilters?.add(position, after: step, correctsStart: true) { index, square in
            statistics.add(spread: square, at: index, atRest: true, radius: radius, after: step)
        }
    }
}
