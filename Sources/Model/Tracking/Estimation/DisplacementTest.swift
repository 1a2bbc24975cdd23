import Location

/// Compares the displacement of fixes with the random walk of fixes at rest: the test for rest and motion by positions.
struct DisplacementTest: Sendable {
    /// The seconds over which positions show a walk, and a slower motion.
    static let windows = SIMD2(15.0, 60)
    /// The seconds of positions that a decision on a stop needs.
    static let stopWindow = 8.0
    /// The smallest random walk learnt in metres, for receivers that hold their position.
    static let minRandomWalk = 0.1
    /// The largest claimed radius in metres that counts here: some receivers claim three times their error.
    static let maxRadius = 20.0
    /// The random walk over ``windows`` as a share of the radius, until it is known (measured).
    private static let initialShares = SIMD2(0.125, 0.17)
    /// The smallest threshold in metres.
    private static let minThreshold = 4.0
    /// The ratio of the displacement that ends a rest to the threshold, and of that which begins one.
    private static let departure = 2.2
    private static let stop = 0.55
    /// The ratio of the displacement that may be a slow start, if the velocity leads there too: a creep of 0.45 m/s.
    private static let suspicion = 0.6
    /// The ratio of the displacement of a slow motion's last 15 s to that of an equal share of the minute, below which it has
    /// stopped, and the ratio of the latter to the random walk that shows it: two and a half deviations.
    private static let slowStop = 0.45
    private static let slowMargin = 3.0
    /// The share of a displacement that a velocity shows which is too low: phones report half the speed of a walk, and 0 in
    /// three of ten fixes (measured).
    private static let lowShares = 0.2..<0.7
    /// The largest innovation of a true start, as a share of the displacement.
    fileprivate static let maxInnovationShare = 0.5

    /// The displacements over ``windows``, and over ``stopWindow``.
    let short, long, last: Track.Displacement
    /// The displacements in metres that a random walk rarely exceeds.
    private let thresholds: SIMD2<Double>
    private let randomWalk: SIMD2<Double>
    private let skyFactor: Double

    /// Creates a test of the fixes of the last minute, with their claimed radius in metres and the statistics of the
    /// receiver; `positionsOnly` if no velocity shows a motion.
    init(_ track: Track, radius: Double, positionsOnly: Bool, _ statistics: ReceiverStatistics) {
        short = track.displacement(over: Self.windows[0])
        long = track.displacement(over: Self.windows[1])
        last = track.displacement(over: Self.stopWindow)
        let counted = min(radius, Self.maxRadius)
        let randomWalk = statistics.randomWalk ?? Self.initialShares * counted
        let skyFactor = statistics.skyFactor(radius)
        // A claim limits what a walk may have taught, not what a minute by a speed held at 0 has: indoors claims are too small.
        let hasLearnt = !positionsOnly && statistics.heldSpeed.isTrue && long.seconds >= Self.windows[1] - 1
        let limit = hasLearnt ? .infinity : max(Self.minThreshold, (positionsOnly ? counted : radius) / 2)
        thresholds = (3 * skyFactor * randomWalk).clamped(
            lowerBound: SIMD2(repeating: Self.minThreshold), upperBound: SIMD2(repeating: limit))
        (self.randomWalk, self.skyFactor) = (randomWalk, skyFactor)
    }

    private var isLongWindowFilled: Bool { long.seconds >= Self.windows[1] / 2 }

    /// True if the fixes have moved further than at rest within the short window.
    var isWalking: Bool { short.measured.length > Self.departure * thresholds[0] }

    /// True if they have moved further than at rest within either window.
    var hasDeparted: Bool {
        isWalking || isLongWindowFilled && long.measured.length > Self.departure * thresholds[1]
    }

    /// True if they walked for the long window too: for 15 s, noise can make a slower motion look like a walk.
    var isWalkingSteadily: Bool {
        let limit = Self.departure * thresholds[0] / Self.windows[0]
        return isWalking && long.measured.length > limit * long.seconds
    }

    /// True if they go on as far as in a slow motion.
    var isMovingSlowly: Bool {
        guard long.measured.length >= thresholds[1] else { return false }
        let expected = long.measured.length / long.seconds * short.seconds
        let isUnsure = expected < Self.slowMargin * skyFactor * randomWalk[0]
        return isUnsure || short.measured.length > Self.slowStop * expected
    }

    /// True if they have departed step by step: reflections appear at once.
    var departsSteadily: Bool { isWalking ? last.continues(short) : hasDeparted && short.continues(long) }

    /// True if they depart, or go on, further than a velocity that is too low leads there.
    var departsFromSlowSpeed: Bool { departsSteadily && Self.lowShares.contains(short.velocityShare) }
    var outrunsSpeed: Bool { last.measured.length > thresholds[0] && Self.lowShares.contains(last.velocityShare) }

    /// True if they go no further than at rest.
    var hasStopped: Bool { last.measured.length < Self.stop * thresholds[0] }

    /// True if they go as fast as no slow motion does.
    var isFast: Bool { last.measured.length > Self.departure * thresholds[0] }

    /// True if they start where the reported velocity leads, which reflections do not.
    var confirmsStart: Bool {
        short.measured.length > thresholds[0] && short.followsVelocity
            || isLongWindowFilled && long.measured.length > thresholds[1] && long.followsVelocity
    }

    /// True if they go on where the reported velocity leads.
    var confirmsMotion: Bool { !hasStopped && last.followsVelocity }

    /// True if a motion may have begun unnoticed, as the velocity suggests: then nothing is learnt.
    var suspectsMotion: Bool {
        confirmsMotion || short.measured.length > Self.suspicion * thresholds[0] && short.followsVelocity
    }

    /// Returns the random walk over ``windows`` in metres, with the present displacements included.
    func updatedRandomWalk(after step: Double) -> SIMD2<Double> {
        let gone = SIMD2(short.measured.length, long.measured.length) / skyFactor
        var updated = randomWalk
        for index in updated.indices where index == 0 || isLongWindowFilled {
            let distance = min(gone[index], 2 * randomWalk[index])
            let mean = randomWalk[index] + (distance - randomWalk[index]) * min(1, step / Self.windows[1])
            updated[index] = max(Self.minRandomWalk, mean)
        }
        return updated
    }
}

extension Track.Displacement {
    /// True if the velocity leads where the positions lead.
    fileprivate var followsVelocity: Bool {
        innovation.length < DisplacementTest.maxInnovationShare * measured.length
    }

    /// The share of the positions' displacement that the velocity shows.
    fileprivate var velocityShare: Double { (predicted * measured).sum() / max(measured.squaredLength, .ulpOfOne) }

    /// True for the end of a displacement that has at least half the share of a steady motion, and not nearly all.
    fileprivate func continues(_ whole: Track.Displacement) -> Bool {
        let share = (measured * whole.measured).sum() / whole.measured.squaredLength
        return (seconds / whole.seconds / 2...0.75).contains(share)
    }
}
