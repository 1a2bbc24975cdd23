import Location

/// Checks whether the positions follow the reported speed and course.
///
/// Reflections shift positions and release them again, so that the difference between speed and positions stays
/// bounded. A speed that is always 0, stuck, in the wrong unit or some per cent off, or a stuck course, diverges from
/// the positions; then the speed is wrong.
struct SpeedPlausibility: Sendable {
    private var decay = ExponentialDecay(Thresholds.plausibilityTime)
    /// The decaying difference between positions and reported travel in metres, and its variance.
    private var divergence = LocalVector()
    /// The same difference without sudden reflections.
    private var slowDivergence = LocalVector()
    private var variance = 0.0
    /// The decaying displacement of positions and the distance by speed in metres, for speeds without a course.
    private var displacement = LocalVector()
    private var reportedDistance = 0.0
    /// The largest recent deviation in metres, decaying.
    private var deviation = 0.0

    /// True if positions contradict the speed; only a long agreement resets it.
    private(set) var isContradicted = false

    /// Adds the displacement of positions over a time in seconds and the report of the receiver.
    mutating func add(_ report: SpeedReport, moved: LocalVector, time: Double, deviation now: Double) {
        let retained = decay.remaining(after: time)
        divergence = divergence * retained
        slowDivergence = slowDivergence * retained
        variance *= retained * retained
        displacement = displacement * retained
        reportedDistance *= retained
        deviation = max(deviation * retained, now)
        if let travel = report.travel {
            let difference = moved - travel.displacement
            divergence = divergence + difference
            slowDivergence = slowDivergence + difference.limited(to: Thresholds.creepingSpeed * time)
            variance += travel.variance
        } else if let length = report.distance {
            displacement = displacement + moved
            reportedDistance += length
        }
        isContradicted = contradiction > (isContradicted ? Thresholds.trustReturn : 1)
    }

    /// Converts the stored vectors after a change of the plane.
    mutating func apply(_ change: FrameChange) {
        divergence = change.direction(divergence)
        slowDivergence = change.direction(slowDivergence)
        displacement = change.direction(displacement)
    }

    /// The contradiction relative to the largest that errors explain.
    private var contradiction: Double {
        let limit = max(Thresholds.plausibleDistance, Thresholds.plausibleDeviations * deviation)
        let beyond = divergence.length / (limit + 3 * variance.squareRoot())
        let slowly =
            slowDivergence.length
            / (max(Thresholds.creptDistance, Thresholds.creptDeviations * deviation) + 3 * variance.squareRoot())
        let ahead = displacement.length / (limit + reportedDistance)
        // A vehicle that drives in circles returns; a stationary one does not go far.
        let behind =
            reportedDistance / max(Thresholds.roundTripFactor * limit, Thresholds.roundTripFactor * displacement.length)
        return max(beyond, slowly, ahead, behind)
    }
}

extension LocalVector {
    /// Returns the vector limited to a length.
    func limited(to maxLength: Double) -> LocalVector {
        let length = length
        return length > maxLength ? self * (maxLength / length) : self
    }
}
