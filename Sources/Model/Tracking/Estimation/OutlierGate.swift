import Basics
import Location

/// Refuses implausible fixes, but not for long: fixes that agree with each other are the truth.
struct OutlierGate: Sendable {
    /// The kind of vehicle that carries the receiver.
    var platform: Platform
    /// Refused fixes, each in agreement with the one before it.
    private var suspects: [Candidate] = []
    private var position = SIMD3<Double>.zero
    private var velocity = SIMD3<Double>.zero
    /// Where the first suspect was, the way since then by the speed, and how far a vehicle may come off it between fixes.
    private var start = SIMD3<Double>.zero
    private var way = SIMD3<Double>.zero
    private var unseen = 0.0
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

    /// Returns the distance in metres that is travelled in a gap of some seconds, if the speed before or after it was this one.
    static func ordinaryReach(after time: Double, speed: Double) -> Double {
        let fromStopToStop = min(Thresholds.usualMaxSpeed, Thresholds.gapAcceleration * time / 4)
        return (Thresholds.gapSpeedFactor * speed + max(Thresholds.gapSpeedMargin, fromStopToStop)) * time
    }

    /// True if the suspects move on otherwise than they report.
    private(set) var contradictSpeed = false

    /// The displacement of the suspects in metres.
    var suspectDistance: Double { (position - start).length }

    /// Adds a fix that is too far away; returns true if enough of them agree for a time in seconds.
    ///
    /// They agree if one moved on by the reported velocity, or by that between the last two, meets the next. Suspects
    /// that move on are no reflections: then ``Thresholds/patience`` is enough.
    mutating func overrules(_ candidate: Candidate, _ measurement: MeasuredFix, for patience: Double) -> Bool {
        let tolerance = max(Thresholds.nearJump, Thresholds.jumpRadii * measurement.radius)
        if let last = suspects.last {
            compare(measurement, after: (candidate.uptime - last.uptime).inSeconds, within: tolerance)
        }
        if suspects.isEmpty { (start, way, unseen) = (measurement.position, .zero, 0) }
        (position, velocity) = (measurement.position, measurement.velocity ?? .zero)
        if suspects.count == Thresholds.maxSuspects { suspects.removeLast() }
        suspects.append(candidate)
        guard let first = suspects.first, suspects.count >= Thresholds.agreeingFixes else { return false }
        let moved = position - start
        contradictSpeed = (moved - way).length > tolerance + unseen
        let needed = moved.length > tolerance ? min(patience, Thresholds.patience) : patience
        return (candidate.uptime - first.uptime).inSeconds >= needed - Thresholds.echo
    }

    /// Forgets the suspects if the next one does not agree with the last.
    private mutating func compare(_ measurement: MeasuredFix, after step: Double, within tolerance: Double) {
        let (moved, time) = (measurement.position - position, max(step, Thresholds.echo))
        let reported = measurement.velocity ?? .zero
        let turn = Thresholds.usualAcceleration * time * time / 4
        let agrees = [reported, pace ?? .zero].contains { (moved - $0 * time).length < tolerance + turn }
        let fastest = min(reach(after: 1, speed: reported.length), platform.maxSpeed)
        pace = moved.length < fastest * time ? moved * (1 / time) : nil
        way += (velocity + reported) * (time / 2)
        unseen += turn
        if !agrees { suspects.removeAll() }
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
