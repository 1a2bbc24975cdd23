import Basics
import Location

/// A fix that the estimate may take in.
struct Candidate: Sendable {
    let fix: Fix
    let place: Coordinate
    /// The horizontal dilution of the sky it came from; nil when unknown.
    let dilution: Double?
    /// On a ``MotionClock``, so that what lies between fixes is what the receiver measured.
    let uptime: Duration

    /// How wrong it is taken to be.
    var noise: FixNoise { FixNoise(fix, dilution: dilution) }
}

/// How wrong a fix is taken to be, one axis of the map at a time.
struct FixNoise: Sendable {
    /// Metres: the standard deviation of the error that wanders over minutes.
    let deviation: Double
    /// Variance of that error, square metres.
    var slowVariance: Double { deviation * deviation }
    /// Variance of the error that is new each epoch, square metres.
    let fastVariance: Double
    /// Metres: the radius that holds the truth 95 times in 100, as far as one fix tells.
    let realisticRadius: Double
    /// Metres: the radius that the fix, or gpsd in its place, claims, and not less than its sky makes likely.
    let radius: Double

    /// A radius that holds 95 of 100 points of a circular normal distribution, in standard deviations (Rayleigh).
    static let ninetyFivePercent = 2.448

    /// Takes what is claimed, or what the dilution makes likely where that is more: receivers flatter themselves.
    ///
    /// Corrections make better than likely; then the claim stands.
    init(_ fix: Fix, dilution: Double?) {
        let claimed = fix.horizontalAccuracy
        let likely = dilution.map { min($0, 50) * Thresholds.modelRadius * Thresholds.dilutionShare }
        let given = min(claimed?.radius ?? Thresholds.unknownRadius, 1e5)
        let isModel = claimed?.origin != .receiver && claimed?.origin != .axes
        let own = isModel ? given * Thresholds.dilutionShare : given
        let honestRadius = max(own, (likely ?? 0) * fix.differential.errorShare)
        self.realisticRadius = honestRadius
        deviation = max(honestRadius / Self.ninetyFivePercent, Thresholds.smallestDeviation)
        let quick = max(deviation * Thresholds.fastShare, Thresholds.smallestFastDeviation)
        fastVariance = quick * quick
        radius = max(given, honestRadius)
    }
}

extension Differential {
    /// The part of the error that the sky makes likely without corrections: those of satellites (SBAS) take the
    /// ionosphere out and leave reflections; carrier phases and surveys leave next to nothing.
    var errorShare: Double {
        switch self {
        case .none, .deadReckoning, .gnssDeadReckoning, .simulated: 1
        case .dgps, .precise: 0.5
        case .rtkFixed, .rtkFloat, .surveyed: 0
        }
    }

    /// Metres: the smallest radius that is claimed.
    ///
    /// What the atmosphere does to all fixes alike stays for hours, and the antenna is not the machine.
    var minRadius: Double { Thresholds.smallestCorrectedRadius + errorShare * Thresholds.smallestUncorrectedPart }
}

/// How much time lies between two fixes: by the receiver's own times, which are right to the millisecond even where
/// several fixes arrive at once; by this machine's uptime where it gives none, or none that can be.
struct MotionClock: Sendable {
    /// How much longer than this machine noticed the receiver may say that it was: what a network holds back.
    private static let slack: Duration = .seconds(5)

    /// What is no time at all for fixes to arrive in.
    private static let atOnce: Duration = .milliseconds(100)

    private var last: (uptime: Duration, timestamp: Timestamp?)?
    private var elapsed: Duration = .zero

    /// The time of a fix on this clock, which never goes back.
    mutating func time(of fix: Fix, at uptime: Duration) -> Duration {
        let timestamp = fix.timeSource == .reception ? nil : fix.timestamp
        defer { last = (uptime, timestamp) }
        guard let last else { return elapsed }
        let noticed = max(.zero, uptime - last.uptime)
        elapsed += step(from: last.timestamp, to: timestamp, noticed: noticed)
        return elapsed
    }

    private func step(from before: Timestamp?, to now: Timestamp?, noticed: Duration) -> Duration {
        guard let before, let now, case let told = now - before, told <= noticed + Self.slack else { return noticed }
        // A clock that stands still while time passes says nothing; fixes that arrive at once may be of one time.
        return told > .zero || (told == .zero && noticed < Self.atOnce) ? told : noticed
    }
}
