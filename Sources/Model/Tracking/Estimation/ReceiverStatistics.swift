import Location

/// What has been learnt about one receiver: it outlives gaps and restarts of the estimate.
///
/// In motion nobody can tell the error of the fix from that of the speed, since only their sum is seen. At rest the true
/// speed is 0, and the spread is that of the fix alone.
struct ReceiverStatistics: Hashable, Sendable {
    /// The spread around the smoothed position for each of ``Thresholds/smoothingTimes``, at rest and in motion.
    var rest = Array(repeating: Spread(), count: Thresholds.smoothingTimes.count)
    var motion = Array(repeating: Spread(), count: Thresholds.smoothingTimes.count)
    /// The same for the longest time, apart for the receiver's good and poor skies.
    private var restBySky = [Spread(), Spread()]
    private var motionBySky = [Spread(), Spread()]
    /// The variance of the Doppler speed along an axis, in (m/s)², under the receiver's good sky.
    private(set) var dopplerVariance = Thresholds.dopplerDeviation * Thresholds.dopplerDeviation
    private var dopplerSeconds = 0.0
    /// How far fixes at rest wander over ``Thresholds/wanderTimes``, in metres; nil before the first rest.
    var wandering: [Double]?
    /// The least radius of an accepted fix lately, in metres: that of the receiver's good sky.
    private(set) var leastRadius = Double.infinity
    /// True if the radius is gpsd's model, not the receiver's own.
    var modelledRadius = Agreement(on: 0.5, off: 0.2, time: 30)
    /// True if the speed is derived from the positions, and so says nothing new.
    var derivedSpeed = Agreement(on: 0.5, off: 0.25, time: 20)
    /// True if the positions do not follow the speed.
    var contradictedSpeed = Agreement(on: 0.6, off: 0.2, time: 60)

    /// True if a reported speed says something new and is not contradicted.
    var hasUsableSpeed: Bool { !derivedSpeed.isTrue && !contradictedSpeed.isTrue }

    /// The standard deviation of the Doppler speed in units of a good receiver's, 1 to 4.
    var dopplerFactor: Double {
        min(max(dopplerVariance.squareRoot() / Thresholds.dopplerDeviation, 1), Thresholds.maxDopplerFactor)
    }

    /// Returns how much worse than usual the sky is: Doppler and positions suffer alike; at least 1.
    func skyFactor(_ radius: Double) -> Double { max(1, radius / (Thresholds.usualSky * leastRadius)) }

    /// Adds the claimed radius of an accepted fix.
    mutating func add(radius: Double, after step: Double) {
        let faded = leastRadius * (1 + step / Thresholds.leastRadiusTime)
        leastRadius = min(radius, faded)
    }

    /// Adds the squared deviation of a velocity from its mean along an axis, over a time step in seconds.
    mutating func add(dopplerSquare square: Double, limited: Bool = true, after step: Double) {
        let cut = limited ? min(square, Thresholds.dopplerCut * dopplerVariance) : square
        dopplerVariance += (cut - dopplerVariance) * min(1, step / min(60, Thresholds.dopplerPrior + dopplerSeconds))
        dopplerSeconds += step
    }

    /// Adds the squared distance of a fix from the smoothed position.
    mutating func add(spread square: Double, at index: Int, atRest: Bool, radius: Double, after step: Double) {
        if atRest { rest[index].add(square, after: step) } else { motion[index].add(square, after: step) }
        guard index == rest.count - 1 else { return }
        let sky = isPoor(radius) ? 1 : 0
        if atRest { restBySky[sky].add(square, after: step) } else { motionBySky[sky].add(square, after: step) }
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

    /// Returns the radius in metres that holds the true position in 95 of 100 cases.
    func radius(claimed: Double, atRest: Bool) -> Double {
        let sky = isPoor(claimed) ? 1 : 0
        let (still, moving) = (restBySky[sky], motionBySky[sky])
        let seconds = still.seconds + (atRest ? 0 : moving.seconds)
        let share = modelledRadius.isTrue && seconds >= Thresholds.knownSpreadTime ? Thresholds.modelShare : 1
        let square = atRest ? still.square : max(still.square, moving.square / 2)
        return max(claimed * share, Thresholds.ninetyFivePercent * (2 * square).squareRoot())
    }
}
