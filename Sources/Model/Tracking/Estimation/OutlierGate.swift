import Basics
import Location

/// Rejects implausible fixes, but accepts several that agree with each other.
struct OutlierGate: Sendable {
    /// The kind of vehicle that carries the receiver.
    var platform: Platform
    /// Rejected fixes, kept to check whether the next ones agree with them.
    private var suspects: [Candidate] = []

    /// The maximum speed of the platform in metres per second.
    var maxSpeed: Double { platform.maxSpeed }

    init(platform: Platform) {
        self.platform = platform
    }

    /// True if the last evaluation accepted the suspects.
    private(set) var isOverruled = false

    /// Evaluates a fix at a distance in metres from the expected position and a time in seconds after the last accepted
    /// fix.
    mutating func evaluate(
        _ candidate: Candidate, distance: Double, expected radius: Double, claimed: Double, speed: Double,
        after time: Double
    ) -> Jump? {
        let accelerationTime = min(time, Thresholds.maxAccelerationTime)
        let range = min(
            platform.maxSpeed * time,
            speed * 0.5 * time + platform.maxAcceleration * accelerationTime * accelerationTime / 2)
        let allowed = Thresholds.jumpSlack + radius + claimed + range
        isOverruled = false
        guard distance > allowed else {
            suspects.removeAll()
            return nil
        }
        addSuspect(candidate, within: 2 * (Thresholds.jumpSlack + claimed), speed: speed)
        guard suspectsSuffice(after: time) else { return Jump(distance: distance, allowed: allowed) }
        isOverruled = true
        return nil
    }

    /// Returns true if enough suspects agree for long enough.
    private func suspectsSuffice(after time: Double) -> Bool {
        guard let first = suspects.first, let last = suspects.last else { return false }
        let span = (last.uptime - first.uptime).inSeconds
        return time > Thresholds.gap
            ? suspects.count >= Thresholds.agreeingFixesAfterGap && span >= Thresholds.agreeingTimeAfterGap
            : suspects.count >= Thresholds.agreeingFixes && span >= Thresholds.agreeingTime
    }

    /// Removes and returns the suspects, without the last fix.
    mutating func removeSuspects() -> [Candidate] {
        defer { suspects.removeAll() }
        return Array(suspects.dropLast())
    }

    /// Adds a suspect; starts a new list if it is not reachable from the last suspect at a plausible speed.
    private mutating func addSuspect(_ candidate: Candidate, within radius: Double, speed: Double) {
        if let last = suspects.last {
            let pace = min(platform.maxSpeed, max(Thresholds.suspectSpeed, Thresholds.gapSpeedFactor * speed))
            if candidate.place.distance(to: last.place) > radius + pace * (candidate.uptime - last.uptime).inSeconds {
                suspects.removeAll()
            }
        }
        suspects.append(candidate)
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

    /// The maximum acceleration over more than a second, in m/s².
    var maxAcceleration: Double {
        switch self {
        case .pedestrian: 5
        case .rail, .sea: 4
        case .road: 12
        case .air, .any: 15
        }
    }
}
