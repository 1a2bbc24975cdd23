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
    /// Metres: the least that the receiver is taken to be wrong by along an axis since it began.
    var bestDeviation = 0.0
    /// Metres travelled.
    var odometer: Double

    init(platform: Platform, odometer: Double) {
        gate = JumpGate(platform: platform)
        self.odometer = odometer
    }

    /// Whether the machine moves.
    var motion: Motion { detector.motion }

    /// Takes a fix at a place, under a sky of a dilution; answers why it cannot be true, if it cannot.
    ///
    /// `uptime` is that of a ``MotionClock``, so that what lies between fixes is what the receiver measured.
    mutating func take(_ fix: Fix, at place: Coordinate, dilution: Double?, uptime: Duration) -> Jump? {
        let noise = FixNoise(fix, dilution: dilution)
        guard let filter, let last, last.device == fix.device else {
            start(with: fix, at: place, noise, uptime)
            return nil
        }
        let time = min(max((uptime - last.uptime).inSeconds, 0), 1e9)
        guard time > Thresholds.echo else { return nil }
        let step = step(fix, at: place, on: filter.frame, since: last, time)
        let predicted = predicted(filter, step, noise)
        if let jump = judge(fix, at: place, step, predicted, noise, uptime) { return jump }
        if gate.isOverruled || time > Thresholds.restart {
            bridge(to: place, noise, at: fix.speed, after: time)
            start(with: fix, at: place, noise, uptime)
            return nil
        }
        if isLedAstray(by: step, noise) {
            start(with: fix, at: place, noise, uptime)
            return nil
        }
        self.filter = predicted
        update(step, noise)
        self.last = Last(uptime: uptime, device: fix.device, place: step.place, report: step.report)
        moveMap()
        return nil
    }

    /// A fix with the estimate in place of what the receiver said.
    func shown(_ fix: Fix) -> Fix {
        guard let filter else { return fix }
        var shown = fix
        shown.coordinate = filter.coordinate
        let least = motion == .stationary ? 0 : bestDeviation * Thresholds.movingShare
        let radius = FixNoise.ninetyFivePercent * max(filter.deviation, least) * Thresholds.radiusMargin
        let smallest = fix.differential.isCorrected ? Thresholds.smallestCorrectedRadius : Thresholds.smallestRadius
        shown.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, ignoredDistance, smallest), origin: .estimate)
        if trust.isContradicted { (shown.speed, shown.course) = (nil, nil) }
        if motion == .stationary {
            shown.speed = shown.speed == nil ? nil : 0
            shown.course = nil
        }
        return shown
    }
}
