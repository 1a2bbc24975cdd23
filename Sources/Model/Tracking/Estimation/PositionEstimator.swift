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

        mutating func move(to turn: MapTurn) {
            place = turn.place(place)
            report.move(to: turn)
        }
    }

    var filter: PositionFilter?
    var detector = MotionDetector()
    var consensus = Consensus()
    var source = SpeedSource()
    var trust = SpeedTrust()
    var delay = SpeedDelay()
    var gate: JumpGate
    var last: Last?
    /// Metres that it has gone since it last stood for certain, while it is still held for standing.
    var pending = LocalVector()
    var pendingLength = 0.0
    /// Seconds that it has stood.
    var standingTime = 0.0
    /// Seconds for which the crowd has contradicted the fixes.
    var ignoredTime = 0.0
    /// Metres to the last of those; 0 while the crowd agrees with the fixes.
    var ignoredDistance = 0.0
    /// Metres from the estimate to the fixes of late.
    var recent = Smoothed()
    /// Seconds between the last two fixes.
    var interval = 1.0
    /// Metres: the least that the receiver is taken to be wrong by along an axis since it began.
    var bestDeviation = 0.0
    /// Metres travelled.
    var odometer: Double
    /// Fixes that were refused lately and have just turned out right, as they would have been shown.
    private(set) var reinstated: [Fix] = []

    init(platform: Platform, odometer: Double) {
        gate = JumpGate(platform: platform)
        self.odometer = odometer
    }

    /// Whether the machine moves.
    var motion: Motion { detector.motion }

    /// What carries the receiver.
    var platform: Platform {
        get { gate.platform }
        set { gate.platform = newValue }
    }

    /// Takes a fix; answers why it cannot be true, if it cannot.
    mutating func take(_ candidate: Candidate) -> Jump? {
        reinstated.removeAll()
        return follow(candidate)
    }

    private mutating func follow(_ candidate: Candidate, isGated: Bool = true) -> Jump? {
        let (fix, place, uptime, noise) = (candidate.fix, candidate.place, candidate.uptime, candidate.noise)
        guard let filter, let last, last.device == fix.device else {
            (source, trust, delay) = (SpeedSource(), SpeedTrust(), SpeedDelay())
            start(with: candidate, noise)
            return nil
        }
        let time = min(max((uptime - last.uptime).inSeconds, 0), 1e9)
        guard time > Thresholds.echo else { return nil }
        let step = step(fix, at: place, on: filter.frame, since: last, time)
        let predicted = predicted(filter, step, noise)
        if isGated, let jump = judge(candidate, step, predicted, noise) { return jump }
        let restart = max(Thresholds.restart, Thresholds.restartIntervals * interval)
        interval = time
        if isGated, gate.isOverruled {
            reinstate(gate.takeStrangers(), before: candidate)
        } else if time > restart {
            bridge(to: place, noise, at: fix.speed, after: time)
            start(with: candidate, noise)
        } else if isLedAstray(by: step, noise) {
            start(with: candidate, noise)
        } else {
            self.filter = predicted
            update(step, noise)
            self.last = Last(uptime: uptime, device: fix.device, place: step.place, report: step.report)
            moveMap()
        }
        return nil
    }

    /// Those kept away were right: the estimate begins anew with the first of them, and follows the others.
    private mutating func reinstate(_ strangers: [Candidate], before candidate: Candidate) {
        guard let first = strangers.first else { return start(with: candidate, candidate.noise) }
        let next = strangers.dropFirst().first ?? candidate
        start(with: first, first.noise, towards: next)
        reinstated.append(shown(first.fix))
        for stranger in strangers.dropFirst() {
            _ = follow(stranger, isGated: false)
            reinstated.append(shown(stranger.fix))
        }
        _ = follow(candidate, isGated: false)
    }

    /// Seconds over which the fixes of late count together: the longer it stands, the more of them.
    var recentTime: Double {
        min(max(standingTime / 10, Thresholds.recentTime), Thresholds.longestRecentTime)
    }

    /// Metres from the estimate to where fixes are of late: the radius reaches them.
    private var astray: Double { max(ignoredDistance, recent.value.length * Thresholds.recentShare) }

    /// How much larger the radius is where no measured speed tells reflections from the way.
    private var doubt: Double {
        guard let last, trust.isContradicted || last.report.velocity == nil else { return 1 }
        let sky = filter.map { $0.deviation / Thresholds.blindSky } ?? 1
        return min(max(sky, 1), Thresholds.blindWorst)
    }

    /// A fix with the estimate in place of what the receiver said.
    func shown(_ fix: Fix) -> Fix {
        guard let filter else { return fix }
        var shown = fix
        shown.coordinate = filter.coordinate
        let least = motion == .stationary ? 0 : bestDeviation * Thresholds.movingShare
        let radius = FixNoise.ninetyFivePercent * max(filter.deviation, least) * Thresholds.radiusMargin * doubt
        shown.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, astray, fix.differential.smallestRadius), origin: .estimate)
        if trust.isContradicted { (shown.speed, shown.course) = (nil, nil) }
        if motion == .stationary {
            shown.speed = shown.speed == nil ? nil : 0
            shown.course = nil
        }
        return shown
    }
}
