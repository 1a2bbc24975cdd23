import Glibc
import Location

/// The speed and course reported by a receiver or by gpsd.
struct Speedometer: Sendable {
    private let model: ReceiverModel
    private let factor: Double
    private let courseError: Double
    private var past = PastVelocities()
    private var sticking: StuckVelocity?
    private var earlier: Coordinate?

    init(_ model: ReceiverModel) {
        self.model = model
        factor = model.faults.reduce(1) { product, fault in
            if case .speedTimes(let factor) = fault { product * factor } else { product }
        }
        courseError = model.faults.reduce(0) { sum, fault in
            if case .courseOff(let degrees) = fault { sum + degrees } else { sum }
        }
        sticking = StuckVelocity(model.faults)
    }

    /// Discards the previous epochs.
    mutating func forget() { (earlier, past) = (nil, PastVelocities()) }

    /// Sets speed and course of a fix from the velocity in metres per second at `place`, the true position.
    mutating func read(
        _ velocity: (north: Double, east: Double), at place: Coordinate, after seconds: Double, into fix: inout Fix
    ) {
        guard let coordinate = fix.coordinate else { return }
        defer { earlier = coordinate }
        switch model.speed {
        case .none: return
        // North is that of the position that the receiver reports.
        case .doppler:
            past.add(velocity, after: seconds)
            let delay = model.faults.contains(.speedLate) ? seconds : model.velocityDelay
            report(past.velocity(before: delay), turnedBy: place.convergence(to: coordinate) + courseError, in: &fix)
            sticking?.apply(&fix, after: seconds)
        case .derived:
            guard let displacement = earlier?.displacement(to: coordinate) else { return }
            report((displacement.north / seconds, displacement.east / seconds), turnedBy: 0, in: &fix)
        }
    }

    private func report(_ velocity: (north: Double, east: Double), turnedBy courseError: Double, in fix: inout Fix) {
        let speed = hypot(velocity.north, velocity.east)
        fix.speed = (factor * speed).printed(3)
        guard speed >= model.courseFrom, !model.faults.contains(.noCourse) else { return }
        let degrees = fmod(atan2(velocity.east, velocity.north) * 180 / .pi + courseError + 720, 360).printed(4)
        fix.course = degrees < 360 ? degrees : 0
    }
}

/// The velocities of the last second or two.
private struct PastVelocities: Sendable {
    /// Longer than any delay, in seconds.
    private static let memory = 1.0

    private var samples: [(age: Double, north: Double, east: Double)] = []

    mutating func add(_ velocity: (north: Double, east: Double), after seconds: Double) {
        for index in samples.indices { samples[index].age += seconds }
        samples.append((0, velocity.north, velocity.east))
        // The newest sample that is old enough stays.
        if let old = samples.lastIndex(where: { $0.age >= Self.memory }) { samples.removeFirst(old) }
    }

    /// Returns the velocity of a time in seconds ago, or the earliest.
    func velocity(before delay: Double) -> (north: Double, east: Double) {
        guard let next = samples.lastIndex(where: { $0.age >= delay }), next + 1 < samples.count else {
            let edge = samples.last { $0.age >= delay } ?? samples.first
            return edge.map { ($0.north, $0.east) } ?? (0, 0)
        }
        let (older, newer) = (samples[next], samples[next + 1])
        let share = (older.age - delay) / (older.age - newer.age)
        return (older.north + (newer.north - older.north) * share, older.east + (newer.east - older.east) * share)
    }
}

/// A fault after which the speed and course, or the course alone, stay constant.
struct StuckVelocity: Sendable {
    /// The seconds of positions until the fault begins.
    private static let onset = 180.0
    /// The minimum speed in metres per second at that time: sticking at rest is another fault.
    private static let leastSpeed = 5.0

    private let holdsSpeed: Bool
    private var elapsed = 0.0
    private var stuck: (speed: Double?, course: Double?)?

    /// Creates the fault that a receiver has; nil if it has none of these.
    init?(_ faults: Set<ReceiverModel.Fault>) {
        guard faults.contains(.speedStuck) || faults.contains(.courseStuck) else { return nil }
        holdsSpeed = faults.contains(.speedStuck)
    }

    mutating func apply(_ fix: inout Fix, after seconds: Double) {
        elapsed += seconds
        if stuck == nil, elapsed >= Self.onset, let speed = fix.speed, speed >= Self.leastSpeed {
            stuck = (speed, fix.course)
        }
        guard let stuck else { return }
        fix.course = stuck.course
        if holdsSpeed { fix.speed = stuck.speed }
    }
}
