public import Basics
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
    /// The position, the speed in m/s, the course in degrees from north, the altitude and its error in metres, as reported.
    let coordinate: Coordinate?
    let speed, course, altitude, verticalAccuracy: Double?
    /// True without an altitude of its own.
    let isTwoDimensional: Bool
    /// The receiver's own time; nil if it reports none.
    let timestamp: Timestamp?
    /// The same after the judgement of its time, which may have replaced it; nil if unknown.
    let corrected: Timestamp?
    /// What the receiver reports of itself.
    let health: ReceiverHealth?

    /// Creates the observation of a fix as the receiver reports it, with its own time, and the one that was corrected.
    public init(
        _ fix: Fix, position: SIMD3<Double>, velocity: SIMD3<Double>?, radius: Double, time: Double, uptime: Double,
        corrected: Timestamp?
    ) {
        // A whole fix would cost more to copy than most witnesses do.
        (coordinate, speed, course) = (fix.coordinate, fix.speed, fix.course)
        (altitude, verticalAccuracy) = (fix.altitude ?? fix.ellipsoidalAltitude, fix.verticalAccuracy)
        (isTwoDimensional, health) = (fix.mode == .twoDimensional, fix.health)
        timestamp = fix.timeSource == .receiver ? fix.timestamp : nil
        (self.position, self.velocity, self.radius) = (position, velocity, radius)
        (self.time, self.uptime, self.corrected) = (time, uptime, corrected)
    }
}

/// What a witness knows of the moment, and whether it may learn from it what is usual.
struct Context {
    /// Seconds as in ``Observation/time``.
    let time: Double
    /// True if a fix has been held for a minute without a gap, and nothing speaks against it.
    let isSettled: Bool
}

extension IntegrityJudge {
    /// What is to be done with a fix.
    public enum Admission: Hashable, Sendable {
        /// It may be used.
        case admitted
        /// It may be an outlier: not used until that is known.
        case suspended(Leap)
        /// It cannot be true.
        case contradicted
    }
}
