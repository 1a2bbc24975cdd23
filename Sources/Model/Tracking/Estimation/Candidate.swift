import Basics
import Location

/// A fix that may update the estimate.
struct Candidate: Sendable {
    let fix: Fix
    let place: Coordinate
    /// The time on a ``MotionClock``, so that intervals between fixes are those that the receiver measured.
    let uptime: Duration
}

/// The position and velocity that a fix reports, in Earth-centred metres.
struct MeasuredFix: Sendable {
    /// The radius in metres assumed if a receiver reports none: a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// The radii in metres that are computed with, from gpsd's last digit.
    private static let radii = 0.001...1e5
    /// The speed in m/s up to which receivers omit the course, and the difference within which two speeds are one.
    private static let restingSpeed = 0.2
    private static let sameSpeed = 0.1

    let position: SIMD3<Double>
    /// The horizontal velocity in metres per second; nil without a usable one.
    let velocity: SIMD3<Double>?
    /// The radius that the receiver or gpsd claims, in metres.
    let radius: Double
    /// True with corrections of carrier phases.
    let isCorrected: Bool
    /// The radius to learn from: with corrections the sky without them is unknown.
    var learntRadius: Double { isCorrected ? .infinity : radius }

    init(_ candidate: Candidate) {
        let surface = SurfacePosition(candidate.place)
        position = surface.point
        velocity = Self.velocity(of: candidate.fix, at: surface)
        isCorrected = candidate.fix.differential.isRTK
        let claimed = candidate.fix.horizontalAccuracy?.radius ?? Self.unknownRadius
        radius = min(max(claimed, Self.radii.lowerBound), Self.radii.upperBound)
    }

    /// Receivers omit the course of a speed that they take for rest; of a higher speed it is needed.
    private static func velocity(of fix: Fix, at surface: SurfacePosition) -> SIMD3<Double>? {
        guard let speed = fix.speed, speed <= Platform.any.maxSpeed else { return nil }
        if let course = fix.course { return surface.velocity(speed: speed, course: course) }
        if let velocity = fix.ecefVelocity, case let level = surface.horizontal(velocity),
            abs(level.length - speed) < sameSpeed
        {
            return level
        }
        return speed < restingSpeed ? .zero : nil
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

    /// True with corrections of carrier phases: such a fix is better than any mean of fixes.
    var isRTK: Bool { self == .rtkFixed || self == .rtkFloat }

    /// The smallest radius reported, in metres: 1 m with carrier phases, as the antenna is not the machine, and 1.5 m more
    /// without, as the atmosphere shifts all fixes alike for hours.
    var minRadius: Double { 1.0 + errorShare * 1.5 }
}

extension Fix {
    /// The radius in metres of a fix whose carrier phases are not resolved: decimetres while they converge.
    private static let floatRadius = 1.5

    /// The radius in metres that holds the true position of a fix with carrier-phase corrections, of which the dilution
    /// knows nothing: the receiver's own or that of its class; nil without such corrections.
    var correctedRadius: Double? {
        guard differential.isRTK else { return nil }
        if let accuracy = horizontalAccuracy, accuracy.origin != .dilution { return accuracy.radius }
        return differential == .rtkFloat ? Self.floatRadius : differential.minRadius
    }

    /// The radius in metres that holds the true position in 95 of 100 cases, as far as a single fix shows.
    var realisticRadius: Double {
        if let correctedRadius { return correctedRadius }
        guard let accuracy = horizontalAccuracy else { return MeasuredFix.unknownRadius }
        let claimed = accuracy.radius
        return accuracy.origin == .dilution ? claimed * ReceiverStatistics.modelScale(claimed) : claimed
    }
}
