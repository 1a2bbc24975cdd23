public import Location

/// What the witnesses see of an epoch with a position.
public struct Observation: Sendable {
    /// Seconds on a clock that follows the measurements of the receiver and never runs backwards.
    public let time: Double
    /// Seconds on the monotonic clock of this machine at reception.
    public let uptime: Double
    /// The Earth-centred position on the ellipsoid, in metres.
    public let position: SIMD3<Double>
    /// The Earth-centred horizontal velocity in m/s; nil without a usable one.
    public let velocity: SIMD3<Double>?
    /// The claimed radius in metres, above 0.
    public let radius: Double
    /// The fix as the receiver reports it, with its own time.
    public let fix: Fix

    /// Creates an observation.
    public init(
        _ fix: Fix, position: SIMD3<Double>, velocity: SIMD3<Double>?, radius: Double, time: Double, uptime: Double
    ) {
        (self.fix, self.position, self.velocity, self.radius) = (fix, position, velocity, radius)
        (self.time, self.uptime) = (time, uptime)
    }
}

/// What a witness knows of the moment, and whether it may learn from it what is usual.
struct Context {
    /// Seconds as in ``Observation/time``.
    let time: Double
    /// True if a fix has been held for a minute without a gap, and nothing speaks against it.
    let isSettled: Bool
}
