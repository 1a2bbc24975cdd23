import Location

extension PositionEstimator {
    /// The seconds up to which a mean at rest grows by a share of the time only: a receiver converges in the first minute or two,
    /// so that recent fixes weigh more (measured: with more, a parked receiver comes out worse).
    private static let convergingTime = 40.0
    private static let convergingShare = 0.6
    /// The ratio to the smallest radius up to which a fix has full weight at rest.
    private static let fullWeight = 1.3
    /// The largest mean at rest in seconds: satellites repeat their path, and its reflections, each sidereal day.
    private static let maxMean = 86_164.0
    /// The seconds over which fixes must have left the mean at rest, and the mean speed in m/s that must show it too:
    /// more than the drift of Doppler indoors.
    static let offsetTime = 5.0
    private static let displacingSpeed = 0.4
    /// The distance in metres, and in deviations of the receiver's errors at rest, from which fixes have left the mean.
    private static let displacedDistance = 5.0
    private static let displacedDeviations = 3.0
    /// The seconds after which such fixes are not a reflection, and those of the mean that they then leave.
    private static let displacedTime = 60.0
    /// The seconds for which no rest begins if the velocity shows it too.
    private static let restHoldoff = 5.0

    /// The seconds over which motion is smoothed; nil if the fix itself is shown.
    var smoothingTime: Double? { ignoresVelocity ? nil : statistics.smoothingTime }

    /// Shows the fix, the mean at rest, or a smoothed position.
    mutating func show(_ candidate: Candidate, _ position: SIMD3<Double>, after step: Double) {
        if detector.isStill {
            guard updateMean(position, after: step) else { return show(candidate, position, as: .averaged) }
            detector.endRest(holdoff: Self.restHoldoff)
        } else if let time = smoothingTime {
            averagedSeconds = min(averagedSeconds + step, time)
            shown += (position - shown) * (step / (averagedSeconds + step))
            return show(candidate, position, as: .smoothed)
        }
        (shown, averagedSeconds) = (position, 0)
        show(candidate, position, as: .passedThrough)
    }

    /// Shows a fix with carrier-phase corrections as it is, and learns nothing from it for the time without them.
    mutating func showCorrected(_ candidate: Candidate, _ position: SIMD3<Double>) {
        (motionFilters, restFilters, evidence) = (ReferenceFilters(at: position), nil, nil)
        offset.reset()
        (shown, averagedSeconds, displacedSeconds) = (position, 0, 0)
        show(candidate, position, as: .passedThrough)
    }

    private mutating func show(_ candidate: Candidate, _ position: SIMD3<Double>, as kind: Treatment.Kind) {
        shownFix = kind == .passedThrough ? candidate.place : nil
        treatment = Treatment(kind, distance: (position - shown).length)
    }

    /// Adds a fix to the mean at rest; returns true if fixes and velocity have left it.
    private mutating func updateMean(_ position: SIMD3<Double>, after step: Double) -> Bool {
        let error = position - shown
        let ratio = Self.fullWeight * statistics.minRadius / radius
        let weight = step * min(1, ratio * ratio)
        let share = averagedSeconds < Self.convergingTime ? Self.convergingShare : 1
        averagedSeconds = min(averagedSeconds + share * weight, max(averagedSeconds, maxMean))
        shown += error * min(1, weight / averagedSeconds)
        statistics.add(offset: error.squaredLength, fromMeanOver: averagedSeconds, radius: radius, after: step)
        offset.add(error, after: step)
        let speed = detector.mediumMean.value.length
        if isDisplaced(beyond: radius / 2), !ignoresVelocity, speed > Self.displacingSpeed { return true }
        // The mean is too old, regardless of the cause: an antenna, or a boat whose speed shows nothing.
        displacedSeconds = isDisplaced(beyond: lastingDistance) ? displacedSeconds + step : 0
        if displacedSeconds > Self.displacedTime { averagedSeconds = min(averagedSeconds, Self.displacedTime) }
        return false
    }

    /// The largest mean in seconds: while a drift is possible, it must not lag behind it by more than fixes are off.
    private var maxMean: Double {
        guard !ignoresVelocity, !detector.drift.isRefuted else { return Self.maxMean }
        return max(Self.displacedTime, 2 * usualDistance / DriftTest.speedVariance.squareRoot())
    }

    /// The root mean square of the distance in metres that fixes at rest have from the mean.
    private var usualDistance: Double { (2 * statistics.restSquare(radius)).squareRoot() }

    /// The distance in metres from a long mean that fixes rarely exceed while the speed refutes a drift: errors last for
    /// longer than a smoothed position takes to follow them.
    ///
    /// It is 0 otherwise: positions do not distinguish a boat's swing from an error, and a speed held at 0 shows nothing.
    private var lastingDistance: Double {
        guard !ignoresVelocity, detector.drift.isRefuted,
            statistics.dopplerVariance > ReceiverStatistics.minDopplerVariance
        else { return 0 }
        return Self.displacedDeviations * radius * statistics.scale.square.squareRoot()
    }

    /// True if the fixes have left the mean for some seconds, beyond what is usual and a distance in metres.
    private func isDisplaced(beyond distance: Double) -> Bool {
        offset.value.length > max(Self.displacedDistance, distance, Self.displacedDeviations * usualDistance)
    }
}
