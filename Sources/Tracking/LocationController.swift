public import Location

/// Keeps the current position and its accuracy: an event goes in, a verdict and a report come out.
///
/// A value without clock, file or socket: the same events at the same moments give the same reports, live and in
/// replay. A last known position stays in the report with its age, and only the state says whether it is current.
public struct LocationController: Sendable {
    /// Receivers of which something is kept: a sender of made-up names must not fill the memory.
    private static let mostReceivers = 32

    private let settings: TrackingSettings
    private var choice: DeviceChoice
    private var reachability = Reachability.unknown
    private var last: LastKnown?
    /// What the receiver in use said last, as it said it.
    private var raw: Fix?
    private var estimator: PositionEstimator
    private var motionClock = MotionClock()
    private var skies: [String: Sky] = [:]
    private var frozen: [String: FrozenPosition] = [:]
    private var times: [String: TimeCheck] = [:]
    /// Whether this machine's clock is kept right, so that a receiver's time can be judged by it; a recording's is.
    public var isClockSynchronised = true
    /// Whether the receiver in use has said, since its last position, that it has none.
    private var hasLostPosition = false
    private var standing: Standing
    private var since: Timestamp
    private var sequence: UInt64 = 0
    private var drawnAt: Duration?

    /// Starts, with the last report of an earlier run where there is one.
    public init(settings: TrackingSettings, lastReport: Report? = nil, at moment: Moment) {
        self.settings = settings
        choice = DeviceChoice(configured: settings.device, patience: settings.staleAfter)
        estimator = PositionEstimator(platform: settings.platform, odometer: lastReport?.odometer ?? 0)
        standing = Standing(state: .starting)
        since = moment.wallClock
        if let fix = lastReport?.fix, fix.coordinate != nil, let received = lastReport?.received {
            last = LastKnown(fix: fix, received: received)
        }
    }

    /// When ``advance(to:)`` must be called, in uptime; nil while time alone changes nothing.
    public var deadline: Duration? {
        guard standing.state == .live, let uptime = last?.uptime else { return nil }
        return uptime + settings.staleAfter
    }

    /// Time has passed: a position may have become old.
    public mutating func advance(to moment: Moment) -> Decision {
        settle(Decision(), at: moment)
    }

    /// Decides about an event.
    public mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        var decision = Decision()
        switch event {
        case .disconnected(let reason): reachability = .disconnected(reason: reason)
        case .receivers(let paths):
            reachability = .connected(receivers: paths)
            skies = skies.filter { paths.contains($0.key) }
        case .fix(let fix): decision = decide(fix, at: moment)
        case .satellites(let satellites, let device): decision = note(satellites, of: device, at: moment)
        }
        return settle(decision, at: moment)
    }

    /// All that is known at that moment.
    public func report(at moment: Moment) -> Report {
        var report = Report(state: standing.state, since: since, sequence: sequence)
        report.detail = standing.detail
        report.fix = last?.fix
        report.received = last?.received
        report.age = last?.age(at: moment)
        if last != nil {
            report.motion = standing.state == .live ? estimator.motion : .unknown
            report.odometer = estimator.odometer
        }
        report.satellites = satellites(at: moment)
        return report
    }
}

extension LocationController {
    private mutating func decide(_ fix: Fix, at moment: Moment) -> Decision {
        var decision = Decision()
        reachability.note(fix.device)
        let repaired = repaired(fix)
        let time = judgeTime(of: repaired, at: moment)
        let fix = repaired.timed(time, receivedAt: moment)
        let verdict = judge(fix, time, at: moment)
        decision.verdict = verdict
        if verdict.rejection == .noPosition { hasLostPosition = true }
        guard verdict.rejection == nil else { return decision }
        last = LastKnown(fix: estimator.shown(fix), received: moment.wallClock, uptime: moment.uptime)
        raw = fix
        hasLostPosition = false
        decision.changesReport = true
        decision.changesPage = verdict == .accepted || mustRedraw(at: moment.uptime)
        return decision
    }

    /// The fix with the position that gpsd has frozen, from the Earth-centred one.
    private mutating func repaired(_ fix: Fix) -> Fix {
        if frozen.count >= Self.mostReceivers, frozen[fix.device] == nil { frozen.removeAll() }
        return frozen[fix.device, default: FrozenPosition()].repair(fix)
    }

    private mutating func judgeTime(of fix: Fix, at moment: Moment) -> TimeVerdict {
        guard fix.coordinate != nil else { return .accepted }
        if times.count >= Self.mostReceivers, times[fix.device] == nil { times.removeAll() }
        return times[fix.device, default: TimeCheck()]
            .check(fix.timestamp, at: moment, isClockSynchronised: isClockSynchronised)
    }

    /// The rules, in the order in which they are asked; new ones belong here.
    private mutating func judge(_ fix: Fix, _ time: TimeVerdict, at moment: Moment) -> Verdict {
        guard choice.admits(fix, at: moment.uptime) else { return .rejected(.otherDevice(inUse: choice.chosen ?? "")) }
        guard let place = fix.coordinate else { return .rejected(.noPosition) }
        if fix.differential == .simulated, !settings.allowsSimulated { return .rejected(.simulated) }
        if let limit = settings.maxAccuracy, let radius = fix.horizontalAccuracy?.radius, radius > limit {
            return .rejected(.inaccurate(radius: radius, limit: limit))
        }
        if case .rejected(let fault) = time { return .rejected(.time(fault)) }
        let dilution = skies[fix.device].flatMap { $0.isFresh(at: moment.uptime) ? $0.satellites.hdop : nil }
        let elapsed = motionClock.time(of: fix, at: moment.uptime)
        if let jump = estimator.take(fix, at: place, dilution: dilution, uptime: elapsed) {
            return .rejected(.implausibleJump(jump))
        }
        guard let raw, raw.isRepeated(by: fix) else { return .accepted }
        return .duplicate
    }

    /// A page tells its age from when its fix was received, so that even a repeated one must be drawn before a reader
    /// would take the page for an old one.
    private func mustRedraw(at uptime: Duration) -> Bool {
        guard let drawnAt else { return true }
        return uptime - drawnAt >= settings.staleAfter / 2
    }

    /// While the position is current, the next fix carries the sky with it; without one, the sky is the news.
    private mutating func note(_ satellites: Satellites, of device: String, at moment: Moment) -> Decision {
        var decision = Decision()
        if skies.count >= Self.mostReceivers, skies[device] == nil { skies.removeAll() }
        let sky = Sky(satellites: satellites, uptime: moment.uptime)
        guard skies.updateValue(sky, forKey: device)?.satellites != satellites else { return decision }
        decision.changesReport = standing.state != .live
        decision.changesPage = decision.changesReport
        return decision
    }

    /// The sky of the receiver in use, as long as it is as fresh as a position must be.
    private func satellites(at moment: Moment) -> Satellites? {
        guard let sky = (choice.chosen ?? last?.fix.device).flatMap({ skies[$0] }) else { return nil }
        return moment.uptime - sky.uptime < settings.staleAfter ? sky.satellites : nil
    }

    /// Sees what state all this makes, and counts the report if anything is new.
    private mutating func settle(_ decision: Decision, at moment: Moment) -> Decision {
        var decision = decision
        let now = Standing(
            last, reachability, settings, hasLostPosition: hasLostPosition, device: choice.chosen, at: moment)
        if now.state != standing.state { since = moment.wallClock }
        if now != standing {
            standing = now
            decision.changesReport = true
            decision.changesPage = true
        }
        if decision.changesReport { sequence += 1 }
        if decision.changesPage { drawnAt = moment.uptime }
        return decision
    }
}
