import Basics
import Location

/// The best estimate of where the machine is, whether it moves and how far it has come, from one receiver's fixes.
struct PositionEstimator: Sendable {
    /// The last fix that was accepted.
    struct Last: Sendable {
        let uptime: Duration
        let device: String
        /// Metres on the map.
        var place: LocalVector
        var report: SpeedReport

        mutating func apply(_ turn: FrameChange) {
            place = turn.position(place)
            report.apply(turn)
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
    /// Metres that it has gone since it last stood for certain, while it is still held for standing.
    var pendingDisplacement = LocalVector()
    var pendingDistance = 0.0
    /// Seconds that it has stood.
    var standingTime = 0.0
    /// Seconds for which the crowd has contradicted the fixes.
    var ignoredTime = 0.0
    /// Metres to the last of those; 0 while the crowd agrees with the fixes.
    var ignoredDistance = 0.0
    /// Metres from the estimate to the fixes of late.
    var recentOffset = ExponentialMean()
    /// Seconds between the last two fixes.
    var fixInterval = 1.0
    /// Metres: the least that the receiver is taken to be wrong by along an axis since it began.
    var bestDeviation = 0.0
    /// Metres travelled.
    var odometer: Double
    /// Fixes that were refused lately and have just turned out right, as they would have been shown.
    private(set) var reinstated: [Fix] = []

    init(platform: Platform, odometer: Double) {
        outlierGate = OutlierGate(platform: platform)
        self.odometer = odometer
    }

    /// Whether the machine moves.
    var motion: Motion { detector.motion }

    /// What carries the receiver.
    var platform: Platform {
        get { outlierGate.platform }
        set { outlierGate.platform = newValue }
    }

    /// Takes a fix; answers why it cannot be true, if it cannot.
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

    /// Those kept away were right: the estimate begins anew with the first of them, and follows the others.
    private mutating func reinstate(_ strangers: [Candidate], before candidate: Candidate) {
        guard let first = strangers.first else { return start(with: candidate, noise: candidate.noise) }
        let next = strangers.dropFirst().first ?? candidate
        start(with: first, noise: first.noise, towards: next)
        reinstated.append(estimate(for: first.fix))
        for stranger in strangers.dropFirst() {
            _ = follow(stranger, isGated: false)
            reinstated.append(estimate(for: stranger.fix))
        }
        _ = follow(candidate, isGated: false)
    }

    /// Seconds over which the fixes of late count together: the longer it stands, the more of them.
    var recentTime: Double {
        min(max(standingTime / 10, Thresholds.recentTime), Thresholds.longestRecentTime)
    }

    /// Metres from the estimate to where fixes are of late: the radius reaches them.
    private var astray: Double { max(ignoredDistance, recentOffset.value.length * Thresholds.recentShare) }

    /// How much larger the radius is where no measured speed tells reflections from the way.
    private var doubt: Double {
        guard let last, speedPlausibility.isContradicted || last.report.velocity == nil else { return 1 }
        let sky = filter.map { $0.deviation / Thresholds.blindSky } ?? 1
        return min(max(sky, 1), Thresholds.blindWorst)
    }

    /// A fix with the estimate in place of what the receiver said.
    func estimate(for fix: Fix) -> Fix {
        guard let filter else { return fix }
        var shown = fix
        shown.coordinate = filter.coordinate
        let least = motion == .stationary ? 0 : bestDeviation * Thresholds.movingShare
        let radius = FixNoise.ninetyFivePercent * max(filter.deviation, least) * Thresholds.radiusMargin * doubt
        shown.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, astray, fix.differential.minRadius), origin: .estimate)
        if speedPlausibility.isContradicted { (shown.speed, shown.course) = (nil, nil) }
        if motion == .stationary {
            shown.speed = shown.speed == nil ? nil : 0
            shown.course = nil
        }
        return shown
    }
}

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
