import Glibc
import Location

/// Distinguishes rest from a slow drift, such as that of a boat at anchor, by the likelihood of the Doppler speed.
///
/// Two hypotheses: the speed is 0, or a Gauss-Markov process of some centimetres per second over a minute. A
/// one-dimensional Kalman filter per axis predicts the second; the sum of the log ratios decides (A. Wald, "Sequential
/// Analysis", 1947).
struct DriftTest: Sendable {
    /// True while a drift is likelier than rest.
    private(set) var isDrifting = false
    /// The way of the last minute by the speed, in metres.
    private(set) var way = SIMD3<Double>.zero
    /// The logarithm of the likelihood ratio: drift over rest.
    private var logRatio = Thresholds.driftPrior
    private var speed = SIMD3<Double>.zero
    private var variance = Thresholds.driftVariance
    private var decay = ExponentialDecay(Thresholds.driftTime)

    /// True if the drift is established.
    var isCertain: Bool { logRatio > Thresholds.driftOn }

    /// True if rest is established.
    var isRefuted: Bool { logRatio < Thresholds.driftRefuted }

    /// Adds a velocity after a time step in seconds; `noise` is the spectral density of the Doppler noise in m²/s.
    mutating func add(_ velocity: SIMD3<Double>, after step: Double, noise: Double) {
        let kept = decay.remaining(after: step)
        let measured = max(noise / step, Thresholds.dopplerDeviation * Thresholds.dopplerDeviation)
        variance = kept * kept * variance + Thresholds.driftVariance * (1 - kept * kept)
        speed *= kept
        let (total, miss) = (variance + measured, velocity - speed)
        let ratio = (velocity.squaredLength / measured - miss.squaredLength / total) / 2 - log(total / measured)
        // Evidence ages: otherwise noise that was not known yet would weigh for ever.
        let aged = (logRatio - Thresholds.driftPrior) * min(1, step / Thresholds.driftMemory)
        logRatio = min(max(logRatio + ratio - aged, -Thresholds.driftLimit), Thresholds.driftLimit)
        speed += miss * (variance / total)
        variance *= measured / total
        way = way * kept + velocity * step
        if logRatio > Thresholds.driftOn {
            isDrifting = true
        } else if isDrifting, logRatio < Thresholds.driftOff {
            (isDrifting, way) = (false, .zero)
        }
    }
}
