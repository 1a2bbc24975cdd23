import Location

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
