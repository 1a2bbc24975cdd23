import Glibc
import Location

/// What a receiver, or gpsd in its place, says about speed and course.
struct Speedometer: Sendable {
    private let model: ReceiverModel
    private let factor: Double
    private let turn: Double
    private var before: (north: Double, east: Double)?
    private var sticking: StuckVelocity?
    private var earlier: Coordinate?

    init(_ model: ReceiverModel) {
        self.model = model
        factor = model.faults.reduce(1) { product, fault in
            if case .speedTimes(let factor) = fault { product * factor } else { product }
        }
        turn = model.faults.reduce(0) { sum, fault in
            if case .courseOff(let degrees) = fault { sum + degrees } else { sum }
        }
        sticking = StuckVelocity(model.faults)
    }

    /// Nothing is known of the epoch before.
    mutating func forget() { earlier = nil }

    /// Fills speed and course in.
    ///
    /// - Parameters:
    ///   - velocity: as it is measured, in metres per second; north and east are those of `place`.
    ///   - place: where the receiver really is.
    ///   - seconds: since the epoch before.
    ///   - fix: the epoch with its position.
    mutating func read(
        _ velocity: (north: Double, east: Double), at place: Coordinate, after seconds: Double, into fix: inout Fix
    ) {
        guard let coordinate = fix.coordinate else { return }
        defer { earlier = coordinate }
        switch model.speed {
        case .none: return
        // North is where it is for the place that the receiver takes for its own.
        case .doppler:
            let told = model.faults.contains(.speedLate) ? before ?? velocity : velocity
            before = velocity
            tell(told, turnedBy: place.convergence(to: coordinate) + turn, in: &fix)
            sticking?.hold(&fix, after: seconds)
        case .derived:
            guard let way = earlier?.displacement(to: coordinate) else { return }
            tell((way.north / seconds, way.east / seconds), turnedBy: 0, in: &fix)
        }
    }

    private func tell(_ velocity: (north: Double, east: Double), turnedBy turn: Double, in fix: inout Fix) {
        let speed = hypot(velocity.north, velocity.east)
        fix.speed = (factor * speed).printed(3)
        guard speed >= model.courseFrom, !model.faults.contains(.noCourse) else { return }
        let degrees = fmod(atan2(velocity.east, velocity.north) * 180 / .pi + turn + 720, 360).printed(4)
        fix.course = degrees < 360 ? degrees : 0
    }
}

/// A receiver whose speed, or course alone, stops changing on the way and never does again.
struct StuckVelocity: Sendable {
    /// Seconds of positions until then.
    private static let onset = 180.0
    /// Metres per second it has to go then: what sticks at rest is another fault.
    private static let leastSpeed = 5.0

    private let holdsSpeed: Bool
    private var elapsed = 0.0
    private var held: (speed: Double?, course: Double?)?

    /// As a receiver's faults say; nil where nothing sticks.
    init?(_ faults: Set<ReceiverModel.Fault>) {
        guard faults.contains(.speedStuck) || faults.contains(.courseStuck) else { return nil }
        holdsSpeed = faults.contains(.speedStuck)
    }

    mutating func hold(_ fix: inout Fix, after seconds: Double) {
        elapsed += seconds
        if held == nil, elapsed >= Self.onset, let speed = fix.speed, speed >= Self.leastSpeed {
            held = (speed, fix.course)
        }
        guard let held else { return }
        fix.course = held.course
        if holdsSpeed { fix.speed = held.speed }
    }
}
