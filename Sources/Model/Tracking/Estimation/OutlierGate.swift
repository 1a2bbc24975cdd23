import Basics
import Location

/// Rejects implausible fixes, but not for long: fixes that agree with each other are the truth.
struct OutlierGate: Sendable {
    /// The seconds for which fixes must agree to replace the estimate: longer than bursts of outliers, at most the 5 s for
    /// which a true fix may be ignored; fewer after a gap.
    static let minAgreement = 3.0
    static let minAgreementAfterGap = 1.0
    /// The number of fixes that must agree, as gpsd_json(5) recommends for times.
    private static let minCount = 3
    /// The largest number of rejected fixes that are stored.
    private static let maxCount = 128
    /// The distance in metres, and in radii, at which a fix is implausible at rest or smoothed: beyond an error.
    static let minJump = 25.0
    static let jumpRadii = 1.5
    /// The speed in m/s, and the acceleration in m/s², of nearly all vehicles.
    static let usualMaxSpeed = 100.0
    static let usualMaxAcceleration = 4.0
    /// The factor by which a vehicle may exceed the speed before and after a gap, and the metres by which a position after it
    /// may be off anyway.
    private static let gapSpeedFactor = 1.5
    private static let gapTolerance = 100.0
    /// The speed in m/s beyond that with which it may have driven in a gap: a city's, or in a longer one the mean of a vehicle
    /// that starts and brakes with an acceleration in m/s², half of a train's, which also waits on the way.
    private static let gapSpeedMargin = 10.0
    private static let gapAcceleration = 0.5

    /// The kind of vehicle that carries the receiver.
    var platform: Platform
    /// Rejected fixes, each in agreement with the one before it.
    private var suspects: [Candidate] = []
    private var position = SIMD3<Double>.zero
    private var velocity = SIMD3<Double>.zero
    /// The position of the first suspect, the displacement since then by the velocity, and the metres by which a vehicle may
    /// come off it between fixes.
    private var start = SIMD3<Double>.zero
    private var predicted = SIMD3<Double>.zero
    private var manoeuvres = 0.0
    /// The velocity between the last two suspects.
    private var meanVelocity: SIMD3<Double>?
    /// True if the suspects move on otherwise than they report.
    private(set) var contradictsVelocity = false

    init(platform: Platform) {
        self.platform = platform
    }

    /// Returns the distance in metres at which a fix with a radius in metres is implausible at rest or smoothed.
    static func minJump(radius: Double) -> Double { max(minJump, jumpRadii * radius) }

    /// Returns the distance in metres that may have been travelled unseen in a time in seconds.
    func maxDistance(after time: Double, speed: Double) -> Double {
        let fastest = max(Self.usualMaxSpeed, Self.gapSpeedFactor * speed)
        return Self.gapTolerance + min(platform.maxSpeed, fastest) * time
    }

    /// Returns the distance in metres that is travelled in a gap of some seconds, if the speed before or after it was this one.
    static func usualDistance(after time: Double, speed: Double) -> Double {
        let fromStopToStop = min(usualMaxSpeed, gapAcceleration * time / 4)
        return (gapSpeedFactor * speed + max(gapSpeedMargin, fromStopToStop)) * time
    }

    /// The displacement of the suspects in metres.
    var suspectDistance: Double { (position - start).length }

    /// Adds a fix that is too far away; returns true if enough of them agree for a time in seconds.
    ///
    /// They agree if one moved on by the reported velocity, or by that between the last two, meets the next. Suspects
    /// that move on are no reflections: then ``minAgreement`` is enough.
    mutating func confirms(_ candidate: Candidate, _ measurement: MeasuredFix, for time: Double) -> Bool {
        let tolerance = Self.minJump(radius: measurement.radius)
        if let last = suspects.last {
            compare(measurement, after: (candidate.uptime - last.uptime).inSeconds, within: tolerance)
        }
        if suspects.isEmpty { (start, predicted, manoeuvres) = (measurement.position, .zero, 0) }
        (position, velocity) = (measurement.position, measurement.velocity ?? .zero)
        if suspects.count == Self.maxCount { suspects.removeLast() }
        suspects.append(candidate)
        guard let first = suspects.first, suspects.count >= Self.minCount else { return false }
        let moved = position - start
        contradictsVelocity = (moved - predicted).length > tolerance + manoeuvres
        let needed = moved.length > tolerance ? min(time, Self.minAgreement) : time
        return (candidate.uptime - first.uptime).inSeconds >= needed - MotionClock.minInterval
    }

    /// Removes the suspects if the next one does not agree with the last.
    private mutating func compare(_ measurement: MeasuredFix, after step: Double, within tolerance: Double) {
        let (moved, time) = (measurement.position - position, max(step, MotionClock.minInterval))
        let reported = measurement.velocity ?? .zero
        let turn = Self.usualMaxAcceleration * time * time / 4
        let agrees = [reported, meanVelocity ?? .zero].contains { (moved - $0 * time).length < tolerance + turn }
        let fastest = min(maxDistance(after: 1, speed: reported.length), platform.maxSpeed)
        meanVelocity = moved.length < fastest * time ? moved * (1 / time) : nil
        predicted += (velocity + reported) * (time / 2)
        manoeuvres += turn
        if !agrees { suspects.removeAll() }
    }

    /// Removes and returns the suspects, without the last fix.
    @discardableResult
    mutating func removeSuspects() -> [Candidate] {
        defer { (suspects, meanVelocity) = ([], nil) }
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
