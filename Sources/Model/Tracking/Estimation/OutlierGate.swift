import Basics
import Location

/// Refuses implausible fixes, but not for long: fixes that agree with each other are the truth.
struct OutlierGate: Sendable {
    /// The kind of vehicle that carries the receiver.
    var platform: Platform
    /// Refused fixes, each in agreement with the one before it.
    private var suspects: [Candidate] = []
    private var position = SIMD3<Double>.zero
    /// Where the first suspect was.
    private var start = SIMD3<Double>.zero
    /// The velocity between the last two suspects.
    private var pace: SIMD3<Double>?

    init(platform: Platform) {
        self.platform = platform
    }

    /// Returns the distance in metres that may have been travelled unseen in a time in seconds.
    func reach(after time: Double, speed: Double) -> Double {
        let fastest = max(Thresholds.usualMaxSpeed, Thresholds.gapSpeedFactor * speed)
        return Thresholds.gapSlack + min(platform.maxSpeed, fastest) * time
    }

    /// True if the suspects move on otherwise than they report.
    private(set) var contradictSpeed = false

    /// Adds a fix that is too far away; returns true if enough of them agree for a time in seconds.
    ///
    /// They agree if one moved on by the reported velocity, or by that between the last two, meets the next. Suspects
    /// that move on are no reflections: then ``Thresholds/patience`` is enough.
    mutating func overrules(_ candidate: Candidate, _ measurement: Measurement, for patience: Double) -> Bool {
        if let last = suspects.last {
            let time = (candidate.uptime - last.uptime).inSeconds
            let moved = measurement.position - position
            let tolerance = max(Thresholds.nearJump, Thresholds.jumpRadii * measurement.radius)
            let agrees = [measurement.velocity ?? .zero, pace ?? .zero].contains {
                (moved - $0 * time).length < tolerance
            }
            let speed = moved.length / max(time, Thresholds.echo)
            let limit = reach(after: 1, speed: measurement.velocity?.length ?? 0)
            pace = speed < min(limit, platform.maxSpeed) ? moved * (1 / max(time, Thresholds.echo)) : nil
            if !agrees { suspects.removeAll() }
        }
        position = measurement.position
        if suspects.isEmpty { start = position }
        if suspects.count == Thresholds.maxSuspects { suspects.removeLast() }
        suspects.append(candidate)
        guard let first = suspects.first, suspects.count >= Thresholds.agreeingFixes else { return false }
        let time = (candidate.uptime - first.uptime).inSeconds
        let (moved, tolerance) = (position - start, max(Thresholds.nearJump, Thresholds.jumpRadii * measurement.radius))
        contradictSpeed = (moved - (measurement.velocity ?? .zero) * time).length > tolerance
        let needed = moved.length > tolerance ? min(patience, Thresholds.patience) : patience
        return time >= needed - Thresholds.echo
    }

    /// Removes and returns the suspects, without the last fix.
    mutating func removeSuspects() -> [Candidate] {
        defer { (suspects, pace) = ([], nil) }
        return Array(suspects.dropLast())
    }
}

/// A fix too far from any possible position of the machine.
public struct Jump: Hashable, Sendable {
    /// The distance from the expected position in metres.
    public let distance: Double
    /// The largest plausible distance in metres.
    public let allowed: Double
}

extension Platform {
    /// The maximum speed in metres per second, with a margin above a sprinter, a sports car, a record train, a
    /// speedboat and an airliner in a jet stream.
    var maxSpeed: Double {
        switch self {
        case .pedestrian: 12
        case .road: 90
        case .rail: 170
        case .sea: 60
        case .air, .any: 350
        }
    }
}
