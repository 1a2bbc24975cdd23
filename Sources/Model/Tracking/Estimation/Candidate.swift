import Basics
import Location

/// A fix that may update the estimate.
struct Candidate: Sendable {
    let fix: Fix
    let place: Coordinate
    /// The time on a ``MotionClock``, so that intervals between fixes are those that the receiver measured.
    let uptime: Duration
}

/// What a fix says about place and speed, in Earth-centred metres.
struct MeasuredFix: Sendable {
    let position: SIMD3<Double>
    /// The horizontal velocity in metres per second; nil without a usable one.
    let velocity: SIMD3<Double>?
    /// The radius that the receiver or gpsd claims, in metres.
    let radius: Double

    init(_ candidate: Candidate) {
        let surface = SurfacePosition(candidate.place)
        position = surface.point
        velocity = Self.velocity(of: candidate.fix, at: surface)
        let claimed = candidate.fix.horizontalAccuracy?.radius ?? Thresholds.unknownRadius
        radius = min(max(claimed, Thresholds.minRadius), Thresholds.maxRadius)
    }

    /// Receivers omit the course of a speed that they take for rest; of a higher speed it is needed.
    private static func velocity(of fix: Fix, at surface: SurfacePosition) -> SIMD3<Double>? {
        guard let speed = fix.speed, speed <= Platform.any.maxSpeed else { return nil }
        if let course = fix.course { return surface.velocity(speed: speed, course: course) }
        if let velocity = fix.ecefVelocity, case let level = surface.horizontal(velocity),
            abs(level.length - speed) < Thresholds.sameSpeed
        {
            return level
        }
        return speed < Thresholds.restingSpeed ? .zero : nil
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

extension Fix {
    /// The radius in metres that holds the true position in 95 of 100 cases, as far as a single fix shows.
    var realisticRadius: Double {
        guard let claimed = horizontalAccuracy else { return Thresholds.unknownRadius }
        return claimed.origin == .dilution ? claimed.radius * Thresholds.modelShare : claimed.radius
    }
}
