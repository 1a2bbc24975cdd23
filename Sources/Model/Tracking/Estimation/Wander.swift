import Location

/// How far fixes have gone lately, compared with how far they wander at rest.
struct Wander: Sendable {
    /// The displacements over ``Thresholds/wanderTimes``, and over a brief time.
    let recent: InlineArray<2, Track.Displacement>
    let brief: Track.Displacement
    private let reach: SIMD2<Double>
    private let usual: SIMD2<Double>
    private let sky: Double

    /// Creates one from the fixes of the last minute, the claimed radius in metres, and what is known of the receiver;
    /// `isBlind` if nothing else shows a motion.
    init(_ track: Track, radius: Double, isBlind: Bool, _ statistics: ReceiverStatistics) {
        recent = InlineArray { track.displacement(over: Thresholds.wanderTimes[$0]) }
        brief = track.displacement(over: Thresholds.blindStart)
        let usual = statistics.wandering ?? Thresholds.wanderShares * min(radius, Thresholds.widestSky)
        let sky = statistics.skyFactor(radius)
        let limit = max(4, (isBlind ? min(radius, Thresholds.widestSky) : radius) / 2)
        reach = (3 * sky * usual).clamped(lowerBound: SIMD2(repeating: 4), upperBound: SIMD2(repeating: limit))
        (self.usual, self.sky) = (usual, sky)
    }

    private var isLong: Bool { recent[1].seconds >= Thresholds.wanderTimes[1] / 2 }

    /// True if they have gone further than they wander: for the speed of a walk, and for that or a stroll's.
    var walks: Bool { recent[0].moved.length > Thresholds.blindLeave * reach[0] }
    var leaves: Bool { walks || isLong && recent[1].moved.length > Thresholds.blindLeave * reach[1] }

    /// True if they moved at the speed of a walk over a minute too: for 15 s, noise can make a stroll look like a walk.
    var keepsWalking: Bool {
        let limit = Thresholds.blindLeave * reach[0] / Thresholds.wanderTimes[0]
        return walks && recent[1].moved.length > limit * recent[1].seconds
    }

    /// True if they go on as far as in a stroll.
    var strolls: Bool { recent[1].moved.length >= reach[1] }

    /// True if they go no further than at rest.
    var stops: Bool { brief.moved.length < Thresholds.blindStop * reach[0] }

    /// True if they go as fast as no stroll does.
    var isFast: Bool { brief.moved.length > Thresholds.blindLeave * reach[0] }

    /// True if they leave where the reported speed leads, which reflections do not.
    var startsAsReported: Bool {
        recent.indices.contains { index in
            (index == 0 || isLong) && recent[index].moved.length > reach[index] && recent[index].followsWay
        }
    }

    /// True if they go on where the reported speed leads.
    var goesOn: Bool { !stops && brief.followsWay }

    /// True if they may have left at rest, as the speed says: then nothing is learnt.
    var mayLeave: Bool {
        goesOn || recent[0].moved.length > Thresholds.goingOn * reach[0] && recent[0].followsWay
    }

    /// Returns how far fixes at rest wander over ``Thresholds/wanderTimes``, with the present ones included.
    func learnt(after step: Double) -> SIMD2<Double> {
        var learnt = usual
        for index in usual.indices where index == 0 || isLong {
            let gone = min(recent[index].moved.length / sky, 2 * usual[index])
            let mean = usual[index] + (gone - usual[index]) * min(1, step / Thresholds.wanderTimes[1])
            learnt[index] = max(Thresholds.leastWander, mean)
        }
        return learnt
    }
}

extension Track.Displacement {
    /// True if the speed leads where the positions have gone.
    fileprivate var followsWay: Bool { (moved - way).length < Thresholds.followingShare * moved.length }
}
