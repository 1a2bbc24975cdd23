import Basics
import Location

/// The statistics of one receiver: they outlive gaps and restarts of the estimate.
///
/// In motion the error of the fix cannot be separated from that of the speed, since only their sum is seen. At rest the true
/// speed is 0, and the spread is only that of the fix.
struct ReceiverStatistics: Hashable, Sendable {
    /// The largest part of gpsd's model of the radius that is assumed until rest has shown more: it is 2 to 7 times too wide
    /// (measured).
    private static let maxModelScale = 0.65
    /// The metres of a 95 % error that a better dilution does not lessen: orbits, clocks and atmosphere (measured: 2 to 4.5).
    private static let commonError = 4.5
    /// gpsd's radius in metres below which the sky is open, a dilution of 1.3: above it satellites are hidden or reflected.
    private static let openSky = 25.0
    /// The variance of a good receiver's Doppler speed along an axis in (m/s)²: makers state deviations of 0.05 to 0.1.
    static let goodDopplerVariance = dopplerDeviation * dopplerDeviation
    private static let dopplerDeviation = 0.09
    /// Its spectral density in m²/s: twice the variance times its correlation time of 1.5 s, at 0.08 m/s.
    static let goodDopplerDensity = 0.018
    /// The smallest variance learnt in (m/s)²: a speed held at 0 for hours must not make the noise unlearnable.
    static let minDopplerVariance = 0.0004
    /// The seconds over which the density of the noise is learnt.
    static let innovationTime = 300.0

    /// The time of this machine at which its last fix was received; nil before the first.
    var lastUsed: Timestamp?
    /// The spread around the smoothed position for each of ``ReferenceFilters/times``, at rest and in motion.
    var rest = Array(repeating: Spread(), count: ReferenceFilters.times.count)
    var motion = Array(repeating: Spread(), count: ReferenceFilters.times.count)
    /// The same for the longest time, apart for the receiver's good and poor skies.
    var restBySky = [Spread(), Spread()]
    var motionBySky = [Spread(), Spread()]
    /// The distances of fixes at rest from a long mean, in units of their claimed radius.
    var scale = Spread(limit: Self.scaleTime)
    /// The variance of the Doppler speed along an axis, in (m/s)², under the receiver's good sky.
    var dopplerVariance = Self.goodDopplerVariance
    var dopplerSeconds = 0.0
    /// The squared innovation of the velocity over a minute of rest or drift.
    var innovation = Spread(limit: Self.innovationTime)
    /// The random walk of fixes at rest over ``DisplacementTest/windows``, in metres; nil before the first rest.
    var randomWalk: SIMD2<Double>?
    /// The smallest recent radius of an accepted fix in metres: that of the receiver's good sky.
    var minRadius = Double.infinity
    /// True if the radius is gpsd's model, not the receiver's own.
    var modelledRadius = Agreement(on: 0.5, off: 0.2, time: 30)
    /// True if the speed is derived from the positions, and so has no new information.
    var derivedSpeed = Agreement(on: 0.5, off: 0.25, time: 20)
    /// True if the positions do not follow the speed.
    var contradictedSpeed = Agreement(on: 0.6, off: 0.2, time: 60)
    /// True if the speed is exactly 0, as some receivers hold it; over the time of the positions that may contradict it.
    var heldSpeed = Agreement(on: 0.5, off: 0.3, time: DisplacementTest.windows[0])

    /// True if a reported speed has new information and is not contradicted.
    var hasUsableSpeed: Bool { !derivedSpeed.isTrue && !contradictedSpeed.isTrue }

    /// The standard deviation of the Doppler speed in units of a good receiver's, 1 to 5.5.
    var dopplerFactor: Double {
        min(max(dopplerVariance.squareRoot() / Self.dopplerDeviation, 1), Self.maxDopplerFactor)
    }

    /// The spectral density of the Doppler speed in m²/s, at least a good receiver's.
    ///
    /// The integral of a noise of density q has the variance q T along an axis after a time T; the positions have a random
    /// walk of their own meanwhile.
    var dopplerDensity: Double {
        let minimum = Self.goodDopplerDensity * dopplerFactor * dopplerFactor
        guard innovation.seconds >= Self.minSpreadTime, let randomWalk else { return minimum }
        let time = DisplacementTest.windows[1]
        // The mean square of a Rayleigh-distributed distance is 4 / pi times the square of its mean.
        let excess = innovation.square - 4 / Double.pi * randomWalk[1] * randomWalk[1]
        return max(minimum, Self.innovationShare * excess / (2 * time))
    }

    /// Returns how much worse than usual the sky is: Doppler and positions suffer alike; at least 1.
    func skyFactor(_ radius: Double) -> Double {
        // Carrier phases improve positions, not the Doppler speed.
        let usual = max(minRadius, Differential.none.minRadius)
        return max(1, radius / (Self.usualSky * usual))
    }

    /// Adds the claimed radius of an accepted fix.
    mutating func add(radius: Double, after step: Double) {
        let faded = minRadius * (1 + step / Self.minRadiusTime)
        minRadius = min(radius, faded)
    }

    /// Adds the squared deviation of a velocity from its mean along an axis, over a time step in seconds.
    mutating func add(dopplerSquare square: Double, limited: Bool = true, after step: Double) {
        let cut = limited ? min(square, Self.dopplerCut * dopplerVariance) : square
        let weight = min(1, step / min(60, Self.dopplerPrior + dopplerSeconds))
        dopplerVariance = max(Self.minDopplerVariance, dopplerVariance + (cut - dopplerVariance) * weight)
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
        guard duration >= Self.scaleStart else { return }
        scale.add(square / (radius * radius), after: step)
    }

    private func isPoor(_ radius: Double) -> Bool { radius > Self.poorSky * minRadius }

    /// The spread of fixes at rest under the sky of a radius, in square metres.
    func restSquare(_ radius: Double) -> Double { restBySky[isPoor(radius) ? 1 : 0].square }

    /// The time in seconds over which smoothing provably helps in motion; nil if the fix itself is best.
    ///
    /// With the structure functions of fix and displacement, D_n and D_w, a one-pole filter changes the squared error by half the
    /// weighted integral of D_w - D_n; in motion it shows the sum, at rest only D_n. Hence: motion < 2 rest.
    var smoothingTime: Double? {
        var best: (gain: Double, time: Double?) = (0, nil)
        for (index, time) in ReferenceFilters.times.enumerated() {
            let (still, moving) = (rest[index], motion[index])
            guard still.seconds >= Self.minRestTime, moving.seconds >= Self.minSpreadTime else { continue }
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
    private func claimedScale(_ claimed: Double) -> Double {
        let assumed = modelledRadius.isTrue ? Self.modelScale(claimed) : 1
        let measured = Self.ninetyFivePercent * (scale.square / 2).squareRoot() * Self.scaleMargin
        let bounded = modelledRadius.isTrue ? min(measured, 1) : min(max(1, measured), Self.maxScale)
        return assumed + (bounded - assumed) * min(1, scale.seconds / Self.scaleKnown)
    }

    /// Returns the part of gpsd's model of a radius in metres that is assumed.
    static func modelScale(_ claimed: Double) -> Double {
        let (open, common) = (min(1, claimed / openSky), commonError / claimed)
        let varying = maxModelScale * open * open
        return min(maxModelScale, (varying * varying + common * common).squareRoot())
    }

    /// Returns the radius in metres that holds the true position in 95 of 100 cases, at least a distance that the fix has
    /// departed, at rest and in motion as far as the speed may not be at fault.
    func radius(claimed: Double, atRest: Bool, departed: Double) -> Double {
        let sky = isPoor(claimed) ? 1 : 0
        let (still, moving) = (restBySky[sky], motionBySky[sky])
        let spread = { (square: Double) in Self.ninetyFivePercent * (2 * square).squareRoot() }
        // In motion the speed may be at fault: it shows no error under a good sky that gpsd's model would not expect.
        let doubled = Self.maxMotionScale * claimed
        let own = sky == 1 ? doubled : max(claimed, min(doubled, Self.maxGoodRadius))
        let limit = modelledRadius.isTrue ? Self.maxModelScale * claimed : own
        let fixed = max(claimed * claimedScale(claimed), spread(still.square))
        return max(fixed, atRest ? departed : min(limit, max(departed, spread(moving.square / 2))))
    }
}

extension ReceiverStatistics {
    /// The ratio of the 95 % radius of a circular normal distribution to its deviation along an axis (Rayleigh).
    private static let ninetyFivePercent = 2.448
    /// The seconds of a mean at rest from which the distances to it show the scale of the errors, the seconds of such
    /// distances after which they decide, and those over which they are averaged: errors last for up to 15 minutes.
    private static let scaleStart = 300.0
    private static let scaleKnown = 6 * scaleStart
    private static let scaleTime = 8 * scaleKnown
    /// The factor by which the errors exceed these distances, as the mean follows them (measured), and the largest scale.
    private static let scaleMargin = 1.25
    private static let maxScale = 4.0
    /// The largest scale that motion shows, where a wrong speed looks like a wrong position.
    private static let maxMotionScale = 2.0
    /// The largest radius in metres that motion shows under a good sky: gpsd's model, 19 m times a dilution of 0.85.
    private static let maxGoodRadius = 16.0
    /// The ratios to the receiver's usual radius above which the sky is worse than usual, so that Doppler is too, and
    /// poor, so that errors are averaged apart: streets double the dilution.
    private static let usualSky = 1.1
    private static let poorSky = 1.5
    /// The seconds in which the smallest radius grows by itself: satellites rise and set within hours.
    private static let minRadiusTime = 1800.0
    /// The seconds of motion without which nothing is proved, and those of rest: a receiver converges for a minute or two.
    private static let minSpreadTime = 30.0
    private static let minRestTime = 150.0
    /// The largest noise in units of a good receiver's: 0.5 m/s; more is no speed (phones: 0.13 to 0.54 m/s).
    private static let maxDopplerFactor = 5.5
    /// The multiple of the variance from which a deviation does not count as noise.
    private static let dopplerCut = 8.0
    /// The seconds of measurements that the initial noise weighs as much as.
    private static let dopplerPrior = 10.0
    /// The share of the density that counts against a drift: to take a drift for rest does more harm than the opposite.
    private static let innovationShare = 0.3
}
