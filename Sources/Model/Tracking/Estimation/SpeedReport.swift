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

/// How the machine has moved from one fix to the next by its receiver's own measure of speed and course.
struct Travel: Sendable {
    /// Metres.
    private(set) var displacement: LocalVector
    /// Metres per second at the end.
    let velocity: LocalVector
    /// Metres per second by which the velocity has changed.
    let change: LocalVector
    /// Variance of the way along an axis, square metres.
    let variance: Double

    /// From one velocity to the next in so many seconds: the mean of both, less sure the more they differ.
    init(from before: LocalVector, to velocity: LocalVector, time: Double) {
        displacement = (before + velocity) * (time / 2)
        self.velocity = velocity
        change = velocity - before
        let change = change.length
        let bend = change * time * Thresholds.bendShare
        let unseen = velocity.length * time * time * Thresholds.unseenShare
        let noise = Thresholds.speedDeviation * time
        let lasting = Thresholds.speedDrift * time + Thresholds.latency * change
        variance = noise * noise + lasting + bend * bend + unseen * unseen
    }

    /// The same over another way.
    func with(displacement: LocalVector) -> Travel {
        var travel = self
        travel.displacement = displacement
        return travel
    }

    /// It stands, give or take so many square metres per second.
    init(standing time: Double, variance rate: Double) {
        displacement = LocalVector()
        velocity = LocalVector()
        change = LocalVector()
        variance = rate * time
    }
}

/// By how much a receiver's velocity is late, from where its positions go.
///
/// Many receivers smooth their speed, and gpsd pairs some with the speed of the epoch before: a second is usual. What
/// positions and reported way differ by is then the delay times each change of velocity: a least-squares fit with
/// forgetting, drawn towards no delay while little is known (ridge regression).
struct SpeedDelay: Sendable {
    private var fading = ExponentialDecay(Thresholds.delayTime)
    /// Sums over the past, forgotten bit by bit: of squared changes, and of their products with the difference.
    private var changes = 0.0
    private var products = 0.0

    /// Seconds.
    private var delay: Double {
        min(max(products / (changes + Thresholds.delayPrior), 0), Thresholds.longestDelay)
    }

    /// Takes how far the positions have gone in a time, and how far the receiver says.
    mutating func learn(moved: LocalVector, reported travel: Travel, time: Double) {
        let left = fading.remaining(after: time)
        let change = travel.change
        let known = change * delay
        // What comes at once is a reflection, and says nothing of the speed.
        let difference = known + (moved - travel.displacement - known).limited(to: Thresholds.creepingPace * time)
        let weight = 1 / (time + travel.variance)
        changes = changes * left + weight * (change.north * change.north + change.east * change.east)
        products =
            products * left + weight * (difference.north * change.north + difference.east * change.east)
    }

    /// The travel without the delay.
    func corrected(_ travel: Travel) -> Travel { travel.with(displacement: travel.displacement + travel.change * delay) }
}

/// Whether a reported speed is a measurement, or only arithmetic on the positions.
///
/// gpsd works speed and course out of successive positions where a receiver gives none; it then says nothing that the
/// positions do not, and follows each of their errors.
struct SpeedSource: Sendable {
    private var agreeing = 0

    /// Whether the speed says the same as the positions.
    var isDerived: Bool { agreeing >= Thresholds.derivedFixes }

    /// Whether the receiver gives courses; below a walk's speed many keep them to themselves.
    private(set) var hasCourse = true

    /// Whether the course is an old one, to the digit, as many give it at low speed: there it is no direction at all.
    private(set) var repeatsCourse = false
    private var lastCourse: Double?

    /// Takes what a fix says of its course.
    mutating func record(course: Double?, speed: Double) {
        repeatsCourse = course != nil && course == lastCourse && speed < Thresholds.courseSpeed
        lastCourse = course
        if course != nil { hasCourse = true } else if speed > Thresholds.courseSpeed { hasCourse = false }
    }

    /// Takes the speed of a fix and how far it is from the one before.
    mutating func record(speed: Double, moved: Double, time: Double) {
        let isSame = abs(speed * time - moved) < Thresholds.derivedDifference + Thresholds.derivedShare * moved
        if isSame {
            agreeing = min(agreeing + 1, 20)
        } else {
            agreeing = max(agreeing - 4, 0)
        }
    }
}
