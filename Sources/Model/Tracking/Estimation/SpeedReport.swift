import Location

/// What a receiver says of its speed at a fix, and what that makes of the way since the one before.
struct SpeedReport: Sendable {
    /// Metres per second by its own measure; nil without one.
    var speed: Double?
    /// The same with its direction; nil without one.
    var velocity: LocalVector?
    /// How it has moved; nil where either fix has no direction.
    private(set) var travel: Travel?
    /// The same as it was said.
    private(set) var reportedTravel: Travel?
    /// Metres along the way; nil without a speed.
    private(set) var distance: Double?

    /// Says nothing, or what one fix alone does.
    init(speed: Double? = nil, velocity: LocalVector? = nil) {
        self.speed = speed
        self.velocity = velocity
    }

    /// What a fix says so many seconds after another, with the delay of its velocity taken out.
    init(
        speed: Double?, velocity: LocalVector?, after before: SpeedReport, time: Double,
        _ delay: SpeedDelay = SpeedDelay()
    ) {
        self.init(speed: speed, velocity: velocity)
        reportedTravel = velocity.flatMap { velocity in
            before.velocity.map { Travel(from: $0, to: velocity, time: time) }
        }
        travel = reportedTravel.map(delay.corrected)
        distance = self.speed.map { (Self.going($0) + Self.going(before.speed ?? $0)) * time / 2 }
    }

    /// The map was laid anew.
    mutating func apply(_ turn: FrameChange) {
        velocity = velocity.map { turn.direction($0) }
    }

    /// Metres per second that count as going: less is the receiver's noise.
    private static func going(_ speed: Double) -> Double { speed < Thresholds.stopSpeed ? 0 : speed }
}
