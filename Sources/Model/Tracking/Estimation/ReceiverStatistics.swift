import Basics
import Location

/// What has been learnt about one receiver: it outlives gaps and restarts of the estimate.
///
/// In motion the error of the fix cannot be separated from that of the speed, since only their sum is seen. At rest the true
/// speed is 0, and the spread is that of the fix alone.
struct ReceiverStatistics: Hashable, Sendable {
    /// The time of this machine at which its last fix was received; nil before the first.
    var lastUsed: Timestamp?
    /// The spread around the smoothed position for each of ``Thresholds/smoothingTimes``, at rest and in motion.
    var rest = Array(repeating: Spread(), count: Thresholds.smoothingTimes.count)
    var motion = Array(repeating: Spread(), count: Thresholds.smoothingTimes.count)
    /// The same for the longest time, apart for the receiver's good and poor skies.
    var restBySky = [Spread(), Spread()]
    var motionBySky = [Spread(), Spread()]
    /// The distances of fixes at rest from a long mean, in units of their claimed radius.
    var scale = Spread(limit: Thresholds.scaleTime)
    /// The variance of the Doppler speed along an axis, in (m/s)², under the receiver's good sky.
    var dopplerVariance = Thresholds.dopplerDeviation * Thresholds.dopplerDeviation
    var dopplerSeconds = 0.0
    /// The squared difference between the displacement and the way by the speed over a minute of rest or drift.
    var strayed = Spread(limit: Thresholds.strayedTime)
    /// How far fixes at rest wander over ``Thresholds/wanderTimes``, in metres; nil before the first rest.
    var wandering: SIMD2<Double>?
    /// The least radius of an accepted fix lately, in metres: that of the receiver's good sky.
    var leastRadius = Double.infinity
    /// True if the radius is gpsd's model, not the receiver's own.
    var modelledRadius = Agreement(on: 0.5, off: 0.2, time: 30)
    /// True if the speed is derived from the positions, and so says nothing new.
    var derivedSpeed = Agreement(on: 0.5, off: 0.25, time: 20)
    /// True if the positions do not follow the speed.
    var contradictedSpeed = Agreement(on: 0.6, off: 0.2, time: 60)

    /// True if a reported speed says something new and is not contradicted.
    var hasUsableSpeed: Bool { !derivedSpeed.isTrue && !contradictedSpeed.isTrue }

    /// The standard deviation of the Doppler speed in units of a good receiver's, 1 to 5.5.
    var dopplerFactor: Double {
        min(max(dopplerVariance.squareRoot() / Thresholds.dopplerDeviation, 1), Thresholds.maxDopplerFactor)
    }

    /// The spectral density of the Doppler speed in m²/s, at least a good receiver's.
    ///
    /// The way by a noise of density q strays by q T along an axis in a time T; the positions wander meanwhile too.
    var dopplerDensity: Double {
        let least = Thresholds.dopplerDensity * dopplerFactor * dopplerFactor
        guard strayed.seconds >= Thresholds.minSpreadTime, let wandering else { return least }
        let time = Thresholds.wanderTimes[1]
        // The mean square of a Rayleigh-distributed distance is 4 / pi times the square of its mean.
        let excess = strayed.square - 4 / Double.pi * wandering[1] * wandering[1]
        return max(least, Thresholds.strayedShare * excess / (2 * time))
    }

    /// Adds the difference in metres between the displacement over a minute of rest or drift and the way by the speed.
    mutating func add(strayed difference: SIMD3<Double>, after step: Double) {
        strayed.add(difference.squaredLength, after: step)
    }

    /// Returns how much worse than usual the sky is: Doppler and positions suffer alike; at least 1.
    func skyFactor(_ radius: Double) -> Double {
        // Carrier phases improve positions, not the Doppler speed.
        let least = max(leastRadius, Thresholds.minCorrectedRadius + Thresholds.minUncorrectedPart)
        return max(1, radius / (Thresholds.usualSky * least))
    }

    /// Adds the claimed radius of an accepted fix.
    mutating func add(radius: Double, after step: Double) {
        let faded = leastRadius * (1 + step / Thresholds.leastRadiusTime)
        leastRadius = min(radius, faded)
    }

    /// Adds the squared deviation of a velocity from its mean along an axis, over a time step in seconds.
    mutating func add(dopplerSquare square: Double, limited: Bool = true, after step: Double) {
        let cut = limited ? min(square, Thresholds.dopplerCut * dopplerVariance) : square
        let weight = min(1, step / min(60, Thresholds.dopplerPrior + dopplerSeconds))
        dopplerVariance = max(Thresholds.leastDopplerVariance, dopplerVariance + (cut - dopplerVariance) * weight)
        dopplerSeconds += step
    }

    /// Adds the squared distance of a fix from the smoothed position.
    mutating func add(spread square: Double, at index: Int, atRest: Bool, radius: Double, after step: Double) {
        if atRest { rest[index].add(square, after: step) } else { motion[index].add(square, after: step) }
        guard index == rest.count - 1 else { return }
        let sky = isPoor(radius) ? 1 : 0
        if atRest { restBySky[sky].add(square, after: step) } else { motionBySky[sky].add(square, after: step) }
    }

    /// Adds the squared distance of a fix from the mean of a rest of a duration in seconds.
    mutating func add(offset square: Double, fromMeanOver duration: Double, radius: Double, after step: Double) {
        guard duration >= Thresholds.scaleStart else { return }
        scale.add(square / (radius * radius), after: step)
    }

    private func isPoor(_ radius: Double) -> Bool { radius > Thresholds.poorSky * leastRadius }

    /// The spread of fixes at rest under the sky of a radius, in square metres.
    func restSquare(_ radius: Double) -> Double { restBySky[isPoor(radius) ? 1 : 0].square }

    /// The time in seconds over which smoothing provably helps in motion; nil if the fix itself is best.
    ///
    /// With the structure functions of fix and way, D_n and D_w, a one-pole filter changes the squared error by half the
    /// weighted integral of D_w - D_n; in motion it shows the sum, at rest D_n alone. Hence: motion < 2 rest.
    var smoothingTime: Double? {
        var best: (gain: Double, time: Double?) = (0, nil)
        for (index, time) in Thresholds.smoothingTimes.enumerated() {
            let (still, moving) = (rest[index], motion[index])
            guard min(still.seconds, moving.seconds) >= Thresholds.minSpreadTime else { continue }
            let gain =
                2 * still.square * max(0, 1 - still.uncertainty(of: time))
                - moving.square * (1 + moving.uncertainty(of: time))
            if gain > best.gain { best = (gain, time) }
        }
        return best.time
    }

    /// The ratio of the 95 % radius of the errors to the claimed radius: assumed, and then learnt at rest.
    ///
    /// A receiver's own radius is not made smaller: the long mean does not show what lasts for hours.
    private var claimedScale: Double {
        let assumed = modelledRadius.isTrue ? Thresholds.modelShare : 1
        let measured = Thresholds.ninetyFivePercent * (scale.square / 2).squareRoot() * Thresholds.scaleMargin
        let bounded = modelledRadius.isTrue ? min(measured, 1) : min(max(1, measured), Thresholds.maxScale)
        return assumed + (bounded - assumed) * min(1, scale.seconds / Thresholds.scaleKnown)
    }

    /// Returns the radius in metres that holds the true position in 95 of 100 cases.
    func radius(claimed: Double, atRest: Bool) -> Double {
        let sky = isPoor(claimed) ? 1 : 0
        let (still, moving) = (restBySky[sky], motionBySky[sky])
        let spread = { (square: Double) in Thresholds.ninetyFivePercent * (2 * square).squareRoot() }
        // In motion the speed may be at fault.
        let limit = claimed * (modelledRadius.isTrue ? 1 : Thresholds.maxMotionScale)
        return max(claimed * claimedScale, spread(still.square), atRest ? 0 : min(limit, spread(moving.square / 2)))
    }
}
