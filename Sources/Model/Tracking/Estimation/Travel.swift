import Location

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
