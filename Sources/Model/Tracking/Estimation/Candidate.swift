import Basics
import Location

/// A fix that may update the estimate.
struct Candidate: Sendable {
    let fix: Fix
    let place: Coordinate
    /// The horizontal dilution of precision; nil if unknown.
    let dilution: Double?
    /// The time on a ``MotionClock``, so that intervals between fixes are those that the receiver measured.
    let uptime: Duration

    /// The assumed error of the fix.
    var noise: FixNoise { FixNoise(fix, dilution: dilution) }
}

/// The assumed error of a fix along one axis of the plane.
struct FixNoise: Sendable {
    /// The standard deviation of the slow error, which varies over minutes, in metres.
    let deviation: Double
    /// The variance of the slow error in square metres.
    var slowVariance: Double { deviation * deviation }
    /// The variance of the fast error, which is independent in each epoch, in square metres.
    let fastVariance: Double
    /// The radius in metres that holds the true position with 95 % probability, estimated from a single fix.
    let realisticRadius: Double
    /// The radius in metres claimed by the fix or gpsd, at least the realistic one.
    let radius: Double

    /// The 95 % radius of a circular normal distribution in standard deviations (Rayleigh).
    static let ninetyFivePercent = 2.448

    /// Uses the larger of the claimed error and the one expected from the dilution, because receivers underestimate
    /// theirs.
    ///
    /// With corrections the error is smaller than expected; then the claim counts.
    init(_ fix: Fix, dilution: Double?) {
        let claimed = fix.horizontalAccuracy
        let likely = dilution.map { min($0, 50) * Thresholds.modelRadius * Thresholds.dilutionFactor }
        let claimedRadius = min(claimed?.radius ?? Thresholds.unknownRadius, 1e5)
        let isModel = claimed?.origin != .receiver && claimed?.origin != .axes
        let own = isModel ? claimedRadius * Thresholds.dilutionFactor : claimedRadius
        let realisticRadius = max(own, (likely ?? 0) * fix.differential.errorShare)
        self.realisticRadius = realisticRadius
        deviation = max(realisticRadius / Self.ninetyFivePercent, Thresholds.minDeviation)
        let fastDeviation = max(deviation * Thresholds.fastFraction, Thresholds.minFastDeviation)
        fastVariance = fastDeviation * fastDeviation
        radius = max(claimedRadius, realisticRadius)
    }
}

extension Differential {
    /// The fraction of the uncorrected error that remains: satellite corrections (SBAS) remove the ionosphere and leave
    /// reflections; carrier phases and surveys leave next to nothing.
    var errorShare: Double {
        switch self {
        case .none, .deadReckoning, .gnssDeadReckoning, .simulated: 1
        case .dgps, .precise: 0.5
        case .rtkFixed, .rtkFloat, .surveyed: 0
        }
    }

    /// The smallest radius reported, in metres.
    ///
    /// The atmosphere shifts all fixes alike for hours, and the antenna is not the machine.
    var minRadius: Double { Thresholds.minCorrectedRadius + errorShare * Thresholds.minUncorrectedPart }
}

/// The time between fixes: by the receiver's timestamps, which are accurate to the millisecond even if several fixes
/// arrive at once, or by uptime if they are missing or implausible.
struct MotionClock: Sendable {
    /// The time by which an interval of the receiver may exceed that of this machine: buffering in a network.
    private static let slack: Duration = .seconds(5)

    /// The interval below which fixes count as arriving at once.
    private static let simultaneity: Duration = .milliseconds(100)

    private var last: (uptime: Duration, timestamp: Timestamp?)?
    private var elapsed: Duration = .zero

    /// Returns the time of a fix on this clock, which never runs backwards.
    mutating func time(of fix: Fix, at uptime: Duration) -> Duration {
        let timestamp = fix.timeSource == .reception ? nil : fix.timestamp
        defer { last = (uptime, timestamp) }
        guard let last else { return elapsed }
        let measured = max(.zero, uptime - last.uptime)
        elapsed += step(from: last.timestamp, to: timestamp, measured: measured)
        return elapsed
    }

    private func step(from before: Timestamp?, to now: Timestamp?, measured: Duration) -> Duration {
        guard let before, let now, case let reported = now - before, reported <= measured + Self.slack else {
            return measured
        }
        // A timestamp that does not advance over time is ignored; fixes that arrive at once may share one.
        return reported > .zero || (reported == .zero && measured < Self.simultaneity) ? reported : measured
    }
}
