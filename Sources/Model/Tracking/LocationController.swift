public import Basics
public import Location

/// Keeps the current position and its accuracy: an event goes in, a verdict and a report come out.
///
/// A value without clock, file or socket: the same events at the same moments give the same reports, live and in
/// replay. A last known position stays in the report with its age, and only the state says whether it is current.
public struct LocationController: Sendable {
    private(set) var settings: TrackingSettings
    var deviceSelector: DeviceSelector
    var reachability = Reachability.unknown
    var last: LastKnownFix?
    /// What the receiver in use said last.
    var lastObservation: RawObservation?
    var estimator: PositionEstimator
    var motionClock = MotionClock()
    var receivers = ReceiverStates()
    /// Whether this machine's clock is kept right, so that a receiver's time can be judged by it; a recording's is.
    public var isClockSynchronised = true
    /// What was refused of late, for the report; nil where next to nothing was.
    public var rejections: RejectionSummary?
    /// Whether the receiver in use has said, since its last position, that it has none.
    var hasLostPosition = false
    /// Why the last position that came was not used; nil once one is.
    var lastRejection: Rejection?
    var assessment: StateAssessment
    var since: Timestamp
    var sequence: UInt64 = 0
    var lastPageUpdate: Duration?

    /// Starts, with the last report of an earlier run where there is one.
    public init(settings: TrackingSettings, lastReport: Report? = nil, at moment: Moment) {
        self.settings = settings
        deviceSelector = DeviceSelector(configured: settings.device, failoverDelay: settings.staleAfter)
        estimator = PositionEstimator(platform: settings.platform, odometer: lastReport?.odometer ?? 0)
        assessment = StateAssessment(state: .starting)
        since = moment.wallClock
        if let fix = lastReport?.fix, fix.coordinate != nil, let received = lastReport?.received {
            last = LastKnownFix(fix: fix, received: received)
        }
    }

    /// When ``advance(to:)`` must be called, in uptime; nil while time alone changes nothing.
    public var deadline: Duration? {
        guard assessment.state == .live, let uptime = last?.uptime else { return nil }
        return uptime + settings.staleAfter - (last?.delay ?? .zero)
    }

    /// Time has passed: a position may have become old.
    public mutating func advance(to moment: Moment) -> Decision {
        settle(Decision(), at: moment)
    }

    /// Goes by other settings from now on; what is known, the way so far too, stays known.
    public mutating func reconfigure(_ settings: TrackingSettings, at moment: Moment) -> Decision {
        deviceSelector.reconfigure(configured: settings.device, failoverDelay: settings.staleAfter)
        estimator.platform = settings.platform
        self.settings = settings
        return settle(Decision(), at: moment)
    }

    /// What comes from now on comes from elsewhere: which receiver counts is open again, unless that was said.
    public mutating func resetSource() {
        deviceSelector = DeviceSelector(configured: settings.device, failoverDelay: settings.staleAfter)
    }

    /// Decides about an event.
    public mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        var decision = Decision()
        switch event {
        case .disconnected(let reason): reachability = .disconnected(reason: reason)
        case .receivers(let paths):
            reachability = .connected(receivers: paths)
            receivers.removeSkies(except: paths)
        case .fix(let fix): decision = decide(fix, at: moment)
        case .satellites(let satellites, let device): decision = note(satellites, of: device, at: moment)
        }
        return settle(decision, at: moment)
    }

    /// All that is known at that moment.
    public func report(at moment: Moment) -> Report {
        var report = Report(state: assessment.state, since: since, sequence: sequence)
        report.detail = assessment.detail
        report.fix = last?.fix
        report.received = last?.received
        report.age = last?.age(at: moment)
        if last != nil {
            report.motion = motion
            report.odometer = estimator.odometer
        }
        report.satellites = satellites(at: moment)
        report.rejections = rejections
        report.receiverFault = receiverFault
        return report
    }

    /// The fix that was shown last, also when it is old, and whether it is current.
    public var shown: (fix: Fix?, state: TrackingState) { (last?.fix, assessment.state) }

    /// The fix that was shown last, as a history keeps it; nil when there is none with a time.
    public func trackPoint(at moment: Moment) -> TrackPoint? {
        last.flatMap { TrackPoint($0.fix, motion: motion, satellitesUsed: satellites(at: moment)?.used) }
    }

    private var motion: Motion { assessment.state == .live ? estimator.motion : .unknown }

    /// Makes a new report though nothing has come, since something else that it says is new.
    public mutating func refresh(at moment: Moment) -> Decision {
        var decision = Decision()
        decision.changesReport = true
        decision.changesPage = true
        return settle(decision, at: moment)
    }
}

extension LocationController {
    /// A page tells its age from when its fix was received, so that even a repeated one must be drawn before a reader
    /// would take the page for an old one.
    func mustRedraw(at uptime: Duration) -> Bool {
        guard let lastPageUpdate else { return true }
        return uptime - lastPageUpdate >= settings.staleAfter / 2
    }

    /// While the position is current, the next fix carries the sky with it; without one, the sky is the news.
    private mutating func note(_ satellites: Satellites, of device: String, at moment: Moment) -> Decision {
        var decision = Decision()
        let sky = SkyView(satellites: satellites, uptime: moment.uptime)
        let before = receivers.update(device) { receiver in
            defer { receiver.sky = sky }
            return receiver.sky?.satellites
        }
        guard before != satellites else { return decision }
        decision.changesReport = assessment.state != .live
        // The page shows no satellite by itself.
        decision.changesPage = decision.changesReport && before?.summary != satellites.summary
        return decision
    }

    private var deviceInUse: String? { deviceSelector.selected ?? last?.fix.device }

    /// What the fixes of the receiver in use have shown to be wrong with it.
    private var receiverFault: ReceiverFault? {
        guard let device = deviceInUse, let kind = receivers.receiver(device)?.frozenPositionDetector.fault else { return nil }
        return ReceiverFault(device: device, kind: kind)
    }

    /// The sky of the receiver in use, as long as it is as fresh as a position must be.
    private func satellites(at moment: Moment) -> Satellites? {
        guard let sky = deviceInUse.flatMap({ receivers.receiver($0)?.sky }) else { return nil }
        return moment.uptime - sky.uptime < settings.staleAfter ? sky.satellites : nil
    }

    /// Sees what state all this makes, and counts the report if anything is new.
    private mutating func settle(_ decision: Decision, at moment: Moment) -> Decision {
        var decision = decision
        let now = StateAssessment(
            last: last, reachability: reachability, settings: settings, hasLostPosition: hasLostPosition, lastRejection: lastRejection, at: moment)
        if now.state != assessment.state { since = moment.wallClock }
        if now != assessment {
            assessment = now
            decision.changesReport = true
            decision.changesPage = true
        }
        if decision.changesReport { sequence += 1 }
        if decision.changesPage { lastPageUpdate = moment.uptime }
        return decision
    }
}

/// What the user can decide about tracking.
public struct TrackingSettings: Hashable, Sendable {
    /// How old the last accepted fix may be and still be shown as current.
    public var staleAfter: Duration
    /// The one receiver to use, by the path gpsd gives it; nil for the best.
    public var device: String?
    /// What carries the receiver.
    public var platform: Platform
    /// Metres: fixes with a larger radius are not used; nil for no limit.
    public var maxAccuracy: Double?
    /// Whether positions of a simulator count.
    public var allowsSimulated: Bool

    /// Makes settings.
    public init(
        staleAfter: Duration = .seconds(10), device: String? = nil, platform: Platform = .any,
        maxAccuracy: Double? = nil, allowsSimulated: Bool = false
    ) {
        self.staleAfter = staleAfter
        self.device = device
        self.platform = platform
        self.maxAccuracy = maxAccuracy
        self.allowsSimulated = allowsSimulated
    }
}
