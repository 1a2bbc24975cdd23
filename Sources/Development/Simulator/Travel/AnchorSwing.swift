import Glibc

/// How a boat swings on its anchor: to and fro on a circle, while the wind veers.
struct AnchorSwing: Sendable {
    /// Metres from the anchor to the receiver.
    private static let radius = 25.0
    /// Half the arc, in radians, and the seconds of one way to and fro: at most a third of a metre a second.
    private static let reach = 1.05
    private static let period = 500.0
    /// The same for the wind, which takes most of an hour.
    private static let veer = 0.6
    private static let veerPeriod = 3100.0

    private var time: Double

    init(using generator: inout SeededGenerator) {
        time = Double.random(in: 0...Self.veerPeriod, using: &generator)
    }

    private var angle: Double {
        Self.veer * sin(2 * .pi * time / Self.veerPeriod) + Self.reach * sin(2 * .pi * time / Self.period)
    }

    private var place: (north: Double, east: Double) {
        (Self.radius * cos(angle), Self.radius * sin(angle))
    }

    /// Metres per second at this moment.
    var velocity: (north: Double, east: Double) {
        let rate =
            Self.veer * 2 * .pi / Self.veerPeriod * cos(2 * .pi * time / Self.veerPeriod)
            + Self.reach * 2 * .pi / Self.period * cos(2 * .pi * time / Self.period)
        return (-Self.radius * sin(angle) * rate, Self.radius * cos(angle) * rate)
    }

    /// Goes on, and answers how far that is.
    mutating func advance(_ seconds: Double) -> (north: Double, east: Double) {
        let before = place
        time += seconds
        let now = place
        return (now.north - before.north, now.east - before.east)
    }
}
