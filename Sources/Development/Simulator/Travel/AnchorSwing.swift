import Glibc

/// The motion of a boat at anchor: back and forth on a circle while the wind veers.
struct AnchorSwing: Sendable {
    /// The distance from the anchor to the receiver in metres.
    private static let radius = 25.0
    /// Half the arc in radians and its period in seconds: at most 0.33 m/s.
    private static let reach = 1.05
    private static let period = 500.0
    /// Half the arc and period of the wind, most of an hour.
    private static let veerReach = 0.6
    private static let veerPeriod = 3100.0

    private var time: Double

    init(using generator: inout SeededGenerator) {
        time = Double.random(in: 0...Self.veerPeriod, using: &generator)
    }

    private var angle: Double {
        Self.veerReach * sin(2 * .pi * time / Self.veerPeriod) + Self.reach * sin(2 * .pi * time / Self.period)
    }

    private var position: (north: Double, east: Double) {
        (Self.radius * cos(angle), Self.radius * sin(angle))
    }

    /// The present velocity in metres per second.
    var velocity: (north: Double, east: Double) {
        let rate =
            Self.veerReach * 2 * .pi / Self.veerPeriod * cos(2 * .pi * time / Self.veerPeriod)
            + Self.reach * 2 * .pi / Self.period * cos(2 * .pi * time / Self.period)
        return (-Self.radius * sin(angle) * rate, Self.radius * cos(angle) * rate)
    }

    /// Advances the time; returns the displacement.
    mutating func advance(_ seconds: Double) -> (north: Double, east: Double) {
        let before = position
        time += seconds
        let now = position
        return (now.north - before.north, now.east - before.east)
    }
}
