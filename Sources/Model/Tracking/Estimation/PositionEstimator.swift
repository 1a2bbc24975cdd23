import Basics
import Location

/// Estimates position, motion and distance travelled from the fixes of one receiver.
struct PositionEstimator: Sendable {
    /// The last accepted fix.
    struct Last: Sendable {
        let uptime: Duration
        let device: String
        /// The position on the plane in metres.
        var place: LocalVector
        var report: SpeedReport

        mutating func apply(_ change: FrameChange) {
            place = change.position(place)
            report.apply(change)
        }
    }

    var filter: PositionFilter?
    var detector = MotionDetector()
    var consensus = Consensus()
    var speedSource = SpeedSource()
    var speedPlausibility = SpeedPlausibility()
    var speedDelay = SpeedDelay()
    var outlierGate: OutlierGate
    var last: Last?
    /// The displacement in metres since the machine last certainly stood, while it still counts as standing.
    var pendingDisplacement = LocalVector()
    var pendingDistance = 0.0
    /// The seconds for which it has been stationary.
    var standingTime = 0.0
    /// The seconds for which the consensus has contradicted the fixes.
    var ignoredTime = 0.0
    /// The distance to the last ignored fix in metres; 0 while the consensus agrees with the fixes.
    var ignoredDistance = 0.0
    /// The offset of recent fixes from the estimate in metres.
    var recentOffset = ExponentialMean()
    /// The seconds between the last two fixes.
    var fixInterval = 1.0
    /// The smallest assumed deviation along an axis since the start, in metres.
    var bestDeviation = 0.0
    /// The distance travelled in metres.
    var odometer: Double
    /// Recently rejected fixes whose rejection was just reverted, as they would have been shown.
    private(set) var reinstated: [Fix] = []

    init(platform: Platform, odometer: Double) {
        outlierGate = OutlierGate(platform: platform)
        self.odometer = odometer
    }

    /// The state of motion.
    var motion: Motion { detector.motion }

    /// The kind of vehicle that carries the receiver.
    var platform: Platform {
        get { outlierGate.platform }
        set { outlierGate.platform = newValue }
    }

    /// Processes a fix; returns the jump if it is implausible.
    mutating func process(_ candidate: Candidate) -> Jump? {
        reinstated.removeAll()
        return follow(candidate)
    }

    private mutating func follow(_ candidate: Candidate, isGated: Bool = true) -> Jump? {
        let (fix, place, uptime, noise) = (candidate.fix, candidate.place, candidate.uptime, candidate.noise)
        guard let filter, let last, last.device == fix.device else {
            (speedSource, speedPlausibility, speedDelay) = (SpeedSource(), SpeedPlausibility(), SpeedDelay())
            start(with: candidate, noise: noise)
            return nil
        }
        let time = min(max((uptime - last.uptime).inSeconds, 0), 1e9)
        guard time > Thresholds.echo else { return nil }
        let step = step(fix, at: place, on: filter.frame, since: last, time: time)
        let predicted = predicted(filter, step: step, noise: noise)
        if isGated, let jump = evaluate(candidate, step: step, predicted: predicted, noise: noise) { return jump }
        let restart = max(Thresholds.restart, Thresholds.restartIntervals * fixInterval)
        fixInterval = time
        if isGated, outlierGate.isOverruled {
            reinstate(outlierGate.removeSuspects(), before: candidate)
        } else if time > restart {
            bridgeGap(to: place, noise: noise, speed: fix.speed, after: time)
            start(with: candidate, noise: noise)
        } else if detectSpeedContradiction(in: step, noise: noise) {
            start(with: candidate, noise: noise)
        } else {
            self.filter = predicted
            update(with: step, noise: noise)
            self.last = Last(uptime: uptime, device: fix.device, place: step.place, report: step.report)
            recentreFrame()
        }
        return nil
    }

    /// Restarts the estimate with the first suspect and processes the others.
    private mutating func reinstate(_ suspects: [Candidate], before candidate: Candidate) {
        guard let first = suspects.first else { return start(with: candidate, noise: candidate.noise) }
        let next = suspects.dropFirst().first ?? candidate
        start(with: first, noise: first.noise, towards: next)
        reinstated.append(estimate(for: first.fix))
        for suspect in suspects.dropFirst() {
            _ = follow(suspect, isGated: false)
            reinstated.append(estimate(for: suspect.fix))
        }
        _ = follow(candidate, isGated: false)
    }

    /// The seconds over which recent fixes are averaged, longer the longer it stands.
    var recentTime: Double {
        min(max(standingTime / 10, Thresholds.recentTime), Thresholds.maxRecentTime)
    }

    /// The distance in metres from the estimate to recent fixes, which the radius must cover.
    private var recentDistance: Double { max(ignoredDistance, recentOffset.value.length * Thresholds.recentFactor) }

    /// The factor of the radius if no measured speed distinguishes reflections from motion.
    private var blindFactor: Double {
        guard let last, speedPlausibility.isContradicted || last.report.velocity == nil else { return 1 }
        let sky = filter.map { $0.deviation / Thresholds.blindDeviation } ?? 1
        return min(max(sky, 1), Thresholds.maxBlindFactor)
    }

    /// Returns the fix with the estimated position, accuracy and motion.
    func estimate(for fix: Fix) -> Fix {
        guard let filter else { return fix }
        var shown = fix
        shown.coordinate = filter.coordinate
        let minDeviation = motion == .stationary ? 0 : bestDeviation * Thresholds.movingFraction
        let radius =
            FixNoise.ninetyFivePercent * max(filter.deviation, minDeviation) * Thresholds.radiusMargin * blindFactor
        shown.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, recentDistance, fix.differential.minRadius), origin: .estimate)
        if speedPlausibility.isContradicted { (shown.speed, shown.course) = (nil, nil) }
        if motion == .stationary {
            shown.speed = shown.speed == nil ? nil : 0
            shown.course = nil
        }
        return shown
    }
}

extension PositionEstimator {
    /// The step between two fixes.
    struct Step {
        let motion: MotionStep
        /// The reported position in metres on the plane.
        let place: LocalVector
        /// The travel by the reported velocity; nil without one.
        let travel: Travel?
        /// The distance by the reported speed in metres; nil without one.
        let length: Double?
        /// The reported speed, plausible or not.
        let report: SpeedReport
    }

    mutating func step(
        _ fix: Fix, at place: Coordinate, on frame: LocalFrame, since last: Last, time: Double
    ) -> Step {
        let projection = frame.projection(of: place)
        let there = projection.offset
        let moved = there - last.place
        if let possibleSpeed = fix.possibleSpeed {
            speedSource.record(speed: possibleSpeed, moved: moved.length, time: time)
            speedSource.record(course: fix.course, speed: possibleSpeed)
        }
        let (speed, velocity) = measured(fix, on: frame, at: projection)
        let report = SpeedReport(speed: speed, velocity: velocity, after: last.report, time: time, speedDelay)
        let plausible = speedPlausibility.isContradicted ? SpeedReport() : report
        let motion = MotionStep(time: time, moved: moved, speed: plausible.speed, velocity: plausible.velocity)
        return Step(motion: motion, place: there, travel: plausible.travel, length: plausible.distance, report: report)
    }

    /// Returns the estimate predicted to the time of a fix.
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

    /// The drift variance of a stationary machine in square metres per second: without a measured velocity the stop was
    /// detected from positions alone, which must be able to revert it for a while.
    private func standingDrift(_ noise: FixNoise) -> Double {
        guard speedPlausibility.isContradicted || last?.report.velocity == nil else { return Thresholds.standingDrift }
        let ratio = standingTime / Thresholds.blindHold
        return Thresholds.standingDrift + 2 * noise.slowVariance / (1 + ratio * ratio * ratio)
    }

    /// Returns speed and velocity of a fix if they are measurements.
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
    /// The speed, if it is physically possible for any platform.
    fileprivate var possibleSpeed: Double? { speed.flatMap { $0 <= Platform.any.maxSpeed ? $0 : nil } }
}
