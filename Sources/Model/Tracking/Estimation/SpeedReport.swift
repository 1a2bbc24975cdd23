import Location

/// The reported speed at a fix, and the travel since the previous fix derived from it.
struct SpeedReport: Sendable {
    /// The measured speed in metres per second; nil without one.
    var speed: Double?
    /// The measured velocity; nil without one.
    var velocity: LocalVector?
    /// The travel, corrected for the delay; nil if either fix has no course.
    private(set) var travel: Travel?
    /// The travel as reported.
    private(set) var reportedTravel: Travel?
    /// The distance in metres; nil without a speed.
    private(set) var distance: Double?

    /// Creates the report of a single fix, or an empty one.
    init(speed: Double? = nil, velocity: LocalVector? = nil) {
        self.speed = speed
        self.velocity = velocity
    }

    /// Creates the report of a fix a time in seconds after another one, corrected for the delay of its velocity.
    init(
        speed: Double?, velocity: LocalVector?, after before: SpeedReport, time: Double,
        _ delay: SpeedDelay = SpeedDelay()
    ) {
        self.init(speed: speed, velocity: velocity)
        reportedTravel = velocity.flatMap { velocity in
            before.velocity.map { Travel(from: $0, to: velocity, time: time) }
        }
        travel = reportedTravel.map(delay.corrected)
        distance = self.speed.map { (Self.speedInMotion($0) + Self.speedInMotion(before.speed ?? $0)) * time / 2 }
    }

    /// Converts the stored vectors after a change of the plane.
    mutating func apply(_ change: FrameChange) {
        velocity = velocity.map { change.direction($0) }
    }

    /// Returns the speed if it counts as motion; less is receiver noise.
    private static func speedInMotion(_ speed: Double) -> Double { speed < Thresholds.stopSpeed ? 0 : speed }
}

/// The motion between two fixes by the reported speed and course.
struct Travel: Sendable {
    /// The displacement in metres.
    private(set) var displacement: LocalVector
    /// The velocity at the end in metres per second.
    let velocity: LocalVector
    /// The change of velocity in metres per second.
    let change: LocalVector
    /// The variance of the displacement along an axis in square metres.
    let variance: Double

    /// Integrates two velocities over a time in seconds by their mean; the variance grows with their difference.
    init(from before: LocalVector, to velocity: LocalVector, time: Double) {
        displacement = (before + velocity) * (time / 2)
        self.velocity = velocity
        change = velocity - before
        let change = change.length
        let bend = change * time * Thresholds.bendFraction
        let unseen = velocity.length * time * time * Thresholds.unseenFraction
        let noise = Thresholds.speedDeviation * time
        let lasting = Thresholds.speedDrift * time + Thresholds.latency * change
        variance = noise * noise + lasting + bend * bend + unseen * unseen
    }

    /// Returns the travel with another displacement.
    func with(displacement: LocalVector) -> Travel {
        var travel = self
        travel.displacement = displacement
        return travel
    }

    /// Creates the travel of a stationary machine with a drift variance in square metres per second.
    init(standing time: Double, variance rate: Double) {
        displacement = LocalVector()
        velocity = LocalVector()
        change = LocalVector()
        variance = rate * time
    }
}

/// Estimates the delay of a receiver's velocity from the positions.
///
/// Many receivers smooth their speed, and gpsd pairs that of some with the previous epoch: a second is common. The
/// difference between the displacement of positions and the reported one is then the delay times each change of
/// velocity: a least-squares fit with forgetting, regularised towards no delay (ridge regression).
struct SpeedDelay: Sendable {
    private var decay = ExponentialDecay(Thresholds.delayTime)
    /// Decaying sums of squared changes, and of their products with the difference.
    private var changes = 0.0
    private var products = 0.0

    /// The delay in seconds.
    private var delay: Double {
        min(max(products / (changes + Thresholds.delayPrior), 0), Thresholds.maxSpeedDelay)
    }

    /// Learns from the displacement of positions and the reported travel over a time in seconds.
    mutating func learn(moved: LocalVector, reported travel: Travel, time: Double) {
        let retained = decay.remaining(after: time)
        let change = travel.change
        let expected = change * delay
        // A sudden difference is a reflection and carries no information on the speed.
        let difference =
            expected + (moved - travel.displacement - expected).limited(to: Thresholds.creepingSpeed * time)
        let weight = 1 / (time + travel.variance)
        changes = changes * retained + weight * (change.north * change.north + change.east * change.east)
        products =
            products * retained + weight * (difference.north * change.north + difference.east * change.east)
    }

    /// Returns the travel with the delay removed.
    func corrected(_ travel: Travel) -> Travel {
        travel.with(displacement: travel.displacement + travel.change * delay)
    }
}

/// Detects whether a reported speed is measured or derived from positions.
///
/// gpsd derives speed and course from successive positions if a receiver reports none; such a speed carries no
/// additional information and follows each error of the positions.
struct SpeedSource: Sendable {
    private var agreeing = 0

    /// True if the speed is derived from the positions.
    var isDerived: Bool { agreeing >= Thresholds.derivedFixes }

    /// True if the receiver reports courses; many omit them below walking speed.
    private(set) var hasCourse = true

    /// True if the course repeats an old one to the digit, as many receivers do at low speed: it is no direction then.
    private(set) var repeatsCourse = false
    private var lastCourse: Double?

    /// Records the course of a fix.
    mutating func record(course: Double?, speed: Double) {
        repeatsCourse = course != nil && course == lastCourse && speed < Thresholds.courseSpeed
        lastCourse = course
        if course != nil { hasCourse = true } else if speed > Thresholds.courseSpeed { hasCourse = false }
    }

    /// Records the speed of a fix and its distance from the previous one.
    mutating func record(speed: Double, moved: Double, time: Double) {
        let isSame = abs(speed * time - moved) < Thresholds.derivedDifference + Thresholds.derivedFraction * moved
        if isSame {
            agreeing = min(agreeing + 1, 20)
        } else {
            agreeing = max(agreeing - 4, 0)
        }
    }
}
