/// A Kalman filter for one axis of the plane, with position, velocity and the bias of the receiver as its state.
///
/// A receiver's error varies slowly and is therefore part of the state, as a first-order Gauss-Markov process (Brown
/// and Hwang, "Introduction to Random Signals and Applied Kalman Filtering", section 5.3). Otherwise the filter would
/// treat a thousand fixes with the same error as a thousand independent measurements. Metres and metres per second.
struct AxisFilter: Sendable {
    private(set) var position: Double
    private(set) var velocity: Double = 0
    private(set) var bias: Double = 0

    /// The upper triangle of the symmetric covariance of position, velocity and bias.
    private var pp: Double
    private var pv: Double = 0
    private var po: Double
    private var vv: Double
    private var vo: Double = 0
    private var oo: Double

    /// Starts at a measured position; `biasVariance` is the variance of the slow error of the receiver, `noiseVariance`
    /// that of its fast error.
    init(position: Double, biasVariance: Double, noiseVariance: Double, velocityVariance: Double) {
        self.position = position
        pp = biasVariance + noiseVariance
        po = -biasVariance
        oo = biasVariance
        vv = velocityVariance
    }

    /// The variance of the position.
    var positionVariance: Double { pp }
    /// The variance of the bias.
    var biasVariance: Double { oo }

    /// Shifts the position by a distance with an added variance and sets the velocity, after a move of the plane or
    /// machine.
    mutating func shift(by distance: Double, velocity: Double, variance: Double = 0) {
        position += distance
        pp += variance
        self.velocity = velocity
    }

    /// Predicts the state: `acceleration` is the spectral density of the acceleration noise, `biasRetention` the
    /// fraction of the bias that remains, `biasVariance` its asymptotic variance.
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

    /// Advances the state by a distance measured independently, with its variance and the velocity at the end.
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

    /// Resets the position, with the variance of a receiver's averaged error.
    mutating func reset(position: Double, variance: Double) {
        self.position = position
        pp = variance
        (pv, po) = (0, -variance)
        oo = max(oo, variance)
        bias = 0
    }

    /// Updates the state with a measured position.
    mutating func update(position measured: Double, variance: Double) {
        let innovation = measured - position - bias
        let (hp, hv, ho) = (pp + po, pv + vo, po + oo)
        let total = hp + ho + variance
        let (kp, kv, ko) = (hp / total, hv / total, ho / total)
        position += kp * innovation
        velocity += kv * innovation
        bias += ko * innovation
        subtract(hp: hp, hv: hv, ho: ho, total: total)
    }

    private mutating func subtract(hp: Double, hv: Double, ho: Double, total: Double) {
        pp = max(pp - hp * hp / total, 1e-6)
        pv -= hp * hv / total
        po -= hp * ho / total
        vv = max(vv - hv * hv / total, 1e-6)
        vo -= hv * ho / total
        oo = max(oo - ho * ho / total, 1e-6)
    }
}
