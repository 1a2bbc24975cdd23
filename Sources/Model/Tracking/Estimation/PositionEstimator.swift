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
