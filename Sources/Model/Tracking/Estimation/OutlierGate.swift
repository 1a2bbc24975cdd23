import Basics
import Location

/// Keeps fixes away that cannot be true, and never for long: several that agree with each other are believed.
struct OutlierGate: Sendable {
    /// What carries the receiver.
    var platform: Platform
    /// Fixes that were kept away, to see whether the next agrees with them.
    private var suspects: [Candidate] = []

    /// Metres per second that the machine cannot exceed.
    var maxSpeed: Double { platform.maxSpeed }

    init(platform: Platform) {
        self.platform = platform
    }

    /// Whether the fixes kept away lately were right after all.
    private(set) var isOverruled = false

    /// Decides on a fix that is so many metres from where it was expected, a time in seconds after the last accepted.
    mutating func evaluate(
        _ candidate: Candidate, distance: Double, expected radius: Double, claimed: Double, speed: Double,
        after time: Double
    ) -> Jump? {
        let pushed = min(time, Thresholds.longestPush)
        let reach = min(platform.maxSpeed * time, speed * 0.5 * time + platform.maxAcceleration * pushed * pushed / 2)
        let allowed = Thresholds.jumpSlack + radius + claimed + reach
        isOverruled = false
        guard distance > allowed else {
            suspects.removeAll()
            return nil
        }
        note(candidate, within: 2 * (Thresholds.jumpSlack + claimed), speed: speed)
        guard areEnough(after: time) else { return Jump(distance: distance, allowed: allowed) }
        isOverruled = true
        return nil
    }

    /// Whether as many agree, for as long, as is needed.
    private func areEnough(after time: Double) -> Bool {
        guard let first = suspects.first, let last = suspects.last else { return false }
        let span = (last.uptime - first.uptime).inSeconds
        return time > Thresholds.gap
            ? suspects.count >= Thresholds.agreeingFixesAfterGap && span >= Thresholds.agreeingTimeAfterGap
            : suspects.count >= Thresholds.agreeingFixes && span >= Thresholds.agreeingTime
    }

    /// Those kept away lately, the last fix apart, and forgets them.
    mutating func removeSuspects() -> [Candidate] {
        defer { suspects.removeAll() }
        return Array(suspects.dropLast())
    }

    /// Where it was last time and as fast as it says, it would be here now; or it is another stranger altogether.
    private mutating func note(_ candidate: Candidate, within radius: Double, speed: Double) {
        if let last = suspects.last {
            let pace = min(platform.maxSpeed, max(Thresholds.strangerSpeed, Thresholds.bridgeHaste * speed))
            if candidate.place.distance(to: last.place) > radius + pace * (candidate.uptime - last.uptime).inSeconds {
                suspects.removeAll()
            }
        }
        suspects.append(candidate)
    }
}

/// A fix that is too far from where the machine can be.
public struct Jump: Hashable, Sendable {
    /// Metres from where it was expected.
    public let distance: Double
    /// Metres that would have been believed.
    public let allowed: Double
}

extension Platform {
    /// Metres per second that it does not exceed: with room above a sprinter, a sports car, a record train, a
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

    /// Metres per second squared that it does not exceed for longer than a second.
    var maxAcceleration: Double {
        switch self {
        case .pedestrian: 5
        case .rail, .sea: 4
        case .road: 12
        case .air, .any: 15
        }
    }
}
