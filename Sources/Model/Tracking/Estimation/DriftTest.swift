import Glibc
import Location

/// Distinguishes rest from a slow drift, such as that of a boat at anchor, by the likelihood of the Doppler speed.
///
/// Two hypotheses: the speed is 0, or a Gauss-Markov process of some centimetres per second over a minute. A
/// one-dimensional Kalman filter per axis predicts the second; the sum of the log ratios decides (A. Wald, "Sequential
/// Analysis", 1947).
struct DriftTest: Sendable {
    /// The process: the variance of the speed in (m/s)² and its correlation time in seconds (a boat at anchor, 0.05 m/s).
    static let speedVariance = 0.0025
    private static let correlationTime = 60.0
    /// The logarithm of the likelihood ratio before any evidence; a long mean is safe below it.
    private static let prior = -3.0
    /// The logarithm from which a drift is believed, and below the negative of which it is given up.
    private static let decision = 2.0
    /// The largest logarithm, and the seconds for which evidence lasts.
    private static let limit = 6.0
    private static let evidenceTime = 1200.0

    /// True while a drift is likelier than rest.
    private(set) var isDrifting = false
    /// The displacement of the last minute by the speed, in metres.
    private(set) var displacement = SIMD3<Double>.zero
    /// The logarithm of the likelihood ratio: drift over rest.
    private var logRatio = Self.prior
    private var speed = SIMD3<Double>.zero
    private var variance = Self.speedVariance
    private var decay = ExponentialDecay(Self.correlationTime)

    /// True if the drift is established.
    var isCertain: Bool { logRatio > Self.decision }

    /// True if rest is established.
    var isRefuted: Bool { logRatio < Self.prior }

    /// Adds a velocity after a time step in seconds; `noise` is the spectral density of the Doppler noise in m²/s.
    mutating func add(_ velocity: SIMD3<Double>, after step: Double, noise: Double) {
        let kept = decay.remaining(after: step)
        let measured = max(noise / step, ReceiverStatistics.goodDopplerVariance)
        variance = kept * kept * variance + Self.speedVariance * (1 - kept * kept)
        speed *= kept
        let (total, innovation) = (variance + measured, velocity - speed)
        let ratio = (velocity.squaredLength / measured - innovation.squaredLength / total) / 2 - log(total / measured)
        // Evidence ages: otherwise noise that was not known yet would count for ever.
        let aged = (logRatio - Self.prior) * min(1, step / Self.evidenceTime)
        logRatio = min(max(logRatio + ratio - aged, -Self.limit), Self.limit)
        speed += innovation * (variance / total)
        variance *= measured / total
        displacement = displacement * kept + velocity * step
        if logRatio > Self.decision {
            isDrifting = true
        } else if isDrifting, logRatio < -Self.decision {
            (isDrifting, displacement) = (false, .zero)
        }
    }
}
