/// A Kalman filter for one axis of the map: where the machine is, how fast it goes, and how far the receiver is off.
///
/// A receiver's error wanders slowly, so it is a state of its own: a first-order Gauss-Markov process (Brown and
/// Hwang, "Introduction to Random Signals and Applied Kalman Filtering", section 5.3). Without it a filter would take
/// a thousand equally wrong fixes for a thousand witnesses. Metres and metres per second.
struct AxisFilter: Sendable {
    private(set) var position: Double
    private(set) var velocity: Double = 0
    private(set) var bias: Double = 0

    /// The upper triangle of the symmetric covariance of position, velocity and offset.
    private var pp: Double
    private var pv: Double = 0
    private var po: Double
    private var vv: Double
    private var vo: Double = 0
    private var oo: Double

    /// Starts at a measured position; `offset` is the variance of the receiver's slow error, `noise` of its fast one.
    init(position: Double, biasVariance: Double, noiseVariance: Double, velocityVariance: Double) {
        self.position = position
        pp = biasVariance + noiseVariance
        po = -biasVariance
        oo = biasVariance
        vv = velocityVariance
    }

    /// The variance of the position.
    var positionVariance: Double { pp }
    /// The variance of the receiver's slow error.
    var biasVariance: Double { oo }

    /// The map was moved, or the machine: the position by so much, give or take `drift`, and the velocity is now this.
    mutating func shift(by distance: Double, velocity: Double, variance: Double = 0) {
        position += distance
        pp += variance
        self.velocity = velocity
    }

    /// Time passes: `acceleration` is the spectral density of what pushes the machine, `memory` the part of the offset
    /// that is left, `offsetVariance` where its variance tends to.
    mutating func predict(_ time: Double, acceleration: Double, biasRetention: Double, biasVariance: Double) {
        position += velocity * time
        bias *= biasRetention
        pp += time * (2 * pv + time * vv) + acceleration * time * time * time / 3
        pv += time * vv + acceleration * time * time / 2
        po = (po + time * vo) * biasRetention
        vv += acceleration * time
        vo *= biasRetention
        oo = oo * biasRetention * biasRetention + biasVariance * (1 - biasRetention * biasRetention)
    }

    /// Time passes, and a speed measured apart says how far the machine has gone: by `distance`, give or take
    /// `drift` (a variance), so that it goes at `velocity` now.
    mutating func advance(
        by distance: Double, variance: Double, velocity: Double, biasRetention: Double, biasVariance: Double
    ) {
        position += distance
        self.velocity = velocity
        bias *= biasRetention
        pp += variance
        po *= biasRetention
        (pv, vo, vv) = (0, 0, 0.1)
        oo = oo * biasRetention * biasRetention + biasVariance * (1 - biasRetention * biasRetention)
    }

    /// It is found to be somewhere else, as surely as a receiver is right by `variance` after all that was averaged.
    mutating func reset(position: Double, variance: Double) {
        self.position = position
        pp = variance
        (pv, po) = (0, -variance)
        oo = max(oo, variance)
        bias = 0
    }

    /// A receiver says where the machine is.
    mutating func update(position measured: Double, variance: Double) {
        let innovation = measured - position - bias
        let (hp, hv, ho) = (pp + po, pv + vo, po + oo)
        let total = hp + ho + variance
        let (kp, kv, ko) = (hp / total, hv / total, ho / total)
        position += kp * innovation
        velocity += kv * innovation
        bias += ko * innovation
        subtract(hp, hv, ho, total)
    }

    private mutating func subtract(_ hp: Double, _ hv: Double, _ ho: Double, _ total: Double) {
        pp = max(pp - hp * hp / total, 1e-6)
        pv -= hp * hv / total
        po -= hp * ho / total
        vv = max(vv - hv * hv / total, 1e-6)
        vo -= hv * ho / total
        oo = max(oo - ho * ho / total, 1e-6)
    }
}
