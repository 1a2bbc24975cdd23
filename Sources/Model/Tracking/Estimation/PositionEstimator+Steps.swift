import Location

extension PositionEstimator {
    /// What lies between two fixes.
    struct Step {
        let motion: MotionStep
        /// Where the receiver says it is, in metres on the map.
        let place: LocalVector
        /// By the receiver's measure of speed and course; nil without one.
        let travel: Travel?
        /// Metres along the way by its measure of speed; nil without one.
        let length: Double?
        /// What it says of its speed, believed or not.
        let report: SpeedReport
    }

    mutating func step(
        _ fix: Fix, at place: Coordinate, on frame: LocalFrame, since last: Last, time: Double
    ) -> Step {
        let spot = frame.projection(of: place)
        let there = spot.offset
        let moved = there - last.place
        if let given = fix.possibleSpeed {
            speedSource.record(speed: given, moved: moved.length, time: time)
            speedSource.record(course: fix.course, speed: given)
        }
        let (speed, velocity) = measured(fix, on: frame, at: spot)
        let report = SpeedReport(speed: speed, velocity: velocity, after: last.report, time: time, speedDelay)
        let believed = speedPlausibility.isContradicted ? SpeedReport() : report
        let motion = MotionStep(time: time, moved: moved, speed: believed.speed, velocity: believed.velocity)
        return Step(motion: motion, place: there, travel: believed.travel, length: believed.distance, report: report)
    }

    /// The estimate carried on to the time of a fix.
    func predicted(_ filter: PositionFilter, step: Step, noise: FixNoise) -> PositionFilter {
        var filter = filter
        let time = step.motion.time
        if motion == .stationary {
            filter.advance(Travel(standing: time, variance: standingDrift(noise)), time: time, noise: noise)
        } else if let travel = step.travel {
            filter.advance(travel, time: time, noise: noise)
        } else {
            filter.predict(time, acceleration: Thresholds.movingAcceleration, noise: noise)
        }
        return filter
    }

    /// Square metres per second by which a standing machine may be elsewhere: without a measured velocity it has
    /// stopped on the word of positions alone, and those must be able to take it back for a while.
    private func standingDrift(_ noise: FixNoise) -> Double {
        guard speedPlausibility.isContradicted || last?.report.velocity == nil else { return Thresholds.standingDrift }
        let stood = standingTime / Thresholds.blindHold
        return Thresholds.standingDrift + 2 * noise.slowVariance / (1 + stood * stood * stood)
    }

    /// What a fix says of its speed where that is a measurement; and with its direction, where it has one.
    func measured(
        _ fix: Fix, on frame: LocalFrame, at place: LocalFrame.Projection
    ) -> (speed: Double?, velocity: LocalVector?) {
        guard !speedSource.isDerived, let speed = fix.possibleSpeed else { return (nil, nil) }
        return (speed, velocity(speed, fix.course, on: frame, at: place))
    }

    private func velocity(
        _ speed: Double, _ course: Double?, on frame: LocalFrame, at place: LocalFrame.Projection
    ) -> LocalVector? {
        if let course, !speedSource.repeatsCourse { return frame.velocity(speed: speed, course: course, at: place) }
        return speedSource.hasCourse && speed < Thresholds.stopSpeed ? LocalVector() : nil
    }
}

extension Fix {
    /// The speed, where it is one that something which carries a receiver can have.
    fileprivate var possibleSpeed: Double? { speed.flatMap { $0 <= Platform.any.maxSpeed ? $0 : nil } }
}
