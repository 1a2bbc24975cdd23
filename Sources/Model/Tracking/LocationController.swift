public import Basics
public import Location
import Witnesses

/// Tracks the current position and its accuracy: consumes events, returns verdicts and reports.
///
/// A value without clock, file or socket: the same events at the same moments yield the same reports, live and in
/// replay. The last known position stays in the report with its age; only the state shows whether it is current.
public struct LocationController: Sendable {
    private(set) var settings: TrackingSettings
    var deviceSelector: DeviceSelector
    var reachability = Reachability.unknown
    var last: LastKnownFix?
    /// The last observation of the receiver in use.
    var lastObservation: RawObservation?
    var estimator: PositionEstimator
    var motionClock = MotionClock()
    var receivers = ReceiverStates()
    var judge: IntegrityJudge
    /// The fix of the receiver while it is contradicted.
    var claim: Fix?
    /// The fix of the last claim as it was reported, and when; nil for a claim of an earlier run.
    var reportedClaim: (fix: Fix, moment: Moment)?
    /// True if the clock of this machine is synchronised and can validate a receiver's time; always true for
    /// recordings.
    public var isClockSynchronised = true
    /// The summary of recent rejections for the report; nil if there are next to none.
    public var rejections: RejectionSummary?
    /// True if the receiver in use has reported the loss of its position since its last one.
    var reportsLoss = false
    /// The reason for which the last position was rejected; nil after an accepted one.
    var lastRejection: Rejection?
    var assessment: StateAssessment
    /// The level of the last report.
    private var reportedLevel = Integrity.Level.nominal
    var since: Timestamp
    var sequence: UInt64 = 0
    var lastPageUpdate: Duration?

    /// Creates a controller, restoring the last report of an earlier run and what it had learnt, if there is any.
    public init(
        settings: TrackingSettings, lastReport: Report? = nil, learned: LearnedReceivers = LearnedReceivers(),
        at moment: Moment
    ) {
        self.settings = settings
        deviceSelector = DeviceSelector(configured: settings.device, failoverDelay: settings.staleAfter)
        estimator = PositionEstimator(
            platform: settings.platform, odometer: lastReport?.odometer ?? 0,
            learned: learned.lasting(at: moment.wallClock))
        assessment = StateAssessment(state: .starting)
        judge = IntegrityJudge(
            maxSpeed: settings.platform.maxSpeed, lastReport: lastReport, at: moment.wallClock)
        claim = judge.level == .contradicted ? lastReport?.claim : nil
        since = moment.wallClock
        if let fix = lastReport?.fix, fix.coordinate != nil, let received = lastReport?.received {
            last = LastKnownFix(fix: fix, received: received)
        }
    }

    /// The uptime at which ``advance(to:)`` is due; nil while the passage of time changes nothing.
    public var deadline: Duration? {
        guard assessment.state == .live, let last, let uptime = last.uptime else { return nil }
        let stale = uptime + settings.staleAfter - last.delay
        return reportsLoss ? min(stale, uptime + dueInterval) : stale
    }

    /// Updates the state after a time without events, since the position may have become stale.
    public mutating func advance(to moment: Moment) -> Decision {
        evaluate(Decision(), at: moment)
    }

    /// Applies new settings; position and distance travelled are retained.
    ///
    /// The position of a deselected receiver is the last known one, but not current.
    public mutating func reconfigure(_ settings: TrackingSettings, at moment: Moment) -> Decision {
        if let device = settings.device, device != last?.fix.device {
            last?.uptime = nil
            (reportsLoss, lastRejection) = (false, nil)
        }
        deviceSelector.reconfigure(configured: settings.device, failoverDelay: settings.staleAfter)
        estimator.platform = settings.platform
        judge.maxSpeed = settings.platform.maxSpeed
        self.settings = settings
        return evaluate(Decision(), at: moment)
    }

    /// Reopens the selection of a receiver after a change of the source, unless one is configured.
    ///
    /// Another gpsd may be that of another machine: what is known of this one does not contradict it.
    public mutating func resetSource(at moment: Moment) {
        deviceSelector = DeviceSelector(configured: settings.device, failoverDelay: settings.staleAfter)
        judge = IntegrityJudge(maxSpeed: settings.platform.maxSpeed, lastReport: nil, at: moment.wallClock)
        forgetClaim()
    }

    /// Moves the times of this run, after the clock of this machine was set, so that nothing becomes older or younger.
    public mutating func adjustClock(by step: Duration, at moment: Moment) -> Decision {
        since = since + step
        if last?.uptime != nil { last?.adjustClock(by: step) }
        if let claim = reportedClaim { reportedClaim?.moment.wallClock = claim.moment.wallClock + step }
        judge.adjustClock(by: step)
        return refresh(at: moment)
    }

    /// Returns a moment by the receiver's clock where that of this machine is not synchronised, as the history does.
    public func civilMoment(_ moment: Moment) -> Moment {
        guard !isClockSynchronised, let last, let uptime = last.uptime, last.fix.timeSource != .reception,
            let time = last.fix.timestamp
        else { return moment }
        return Moment(uptime: moment.uptime, wallClock: time + (moment.uptime - uptime))
    }

    /// Handles an event.
    public mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        switch event {
        case .disconnected(let reason): reachability = .disconnected(reason: reason)
        case .receivers(let paths):
            reachability = .connected(receivers: paths)
            receivers.removeSkies(except: paths)
            deviceSelector.remove(except: paths)
        case .unread: return Decision()
        case .fix(let fix): return evaluate(decide(fix, at: moment), at: moment)
        case .satellites(let satellites, let device):
            return evaluate(record(satellites, of: device, at: moment), at: moment)
        }
        return evaluate(Decision(), at: moment)
    }

    /// Returns the report at a moment.
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
        report.now = now(of: report, at: moment)
        report.satellites = satellites(at: moment)
        report.rejections = rejections
        report.receiverFault = receiverFault
        // Also without a receiver, since the next run goes on from it.
        report.integrity = judge.integrity
        report.claim = judge.level == .contradicted ? claim : nil
        return report
    }

    /// Returns the position at a moment, by a speed that is measured; even an ordinary delay of the fix is way.
    private func now(of report: Report, at moment: Moment) -> CurrentPosition? {
        guard let last, let uptime = last.uptime, !estimator.ignoresVelocity else { return nil }
        let measured = last.fix.timeSource == .reception || !isClockSynchronised ? nil : last.fix.timestamp
        let delay = measured.map { max(.zero, last.received - $0) } ?? .zero
        return CurrentPosition(
            report, bridging: max(.zero, moment.uptime - uptime) + delay, at: moment.wallClock)
    }

    /// Trusts the claim of the receiver, by the word of the owner; nil if nothing is contradicted.
    public mutating func trustClaim(at moment: Moment) -> Decision? {
        guard judge.trust(at: moment.wallClock) else { return nil }
        estimator.forgetPosition()
        let claimed = reportedClaim.flatMap { moment.uptime - $0.moment.uptime < settings.staleAfter ? $0 : nil }
        forgetClaim()
        lastRejection = nil
        // An old claim only explains the next fix.
        return evaluate(claimed.map { decide($0.fix, at: $0.moment) } ?? Decision(), at: moment)
    }

    private mutating func forgetClaim() { (claim, reportedClaim) = (nil, nil) }

    /// The last fix shown, however old, and the state.
    public var shown: (fix: Fix?, state: TrackingState) { (last?.fix, assessment.state) }

    /// The statistics of the receivers, for the next run.
    public var learned: LearnedReceivers { LearnedReceivers(estimator.learned) }

    /// Returns the last fix shown as a point of the history; nil if there is none with a time.
    public func trackPoint(at moment: Moment) -> TrackPoint? {
        last.flatMap {
            TrackPoint(
                $0.fix, motion: motion, satellitesUsed: satellites(at: moment)?.used,
                integrity: min(.doubtful, judge.level))
        }
    }

    /// Returns the claim of a contradicted receiver as a point of the history; nil if there is none with a time.
    public func claimedPoint(at moment: Moment) -> TrackPoint? {
        claim.flatMap { TrackPoint($0, satellitesUsed: satellites(at: moment)?.used, integrity: .contradicted) }
    }

    private var motion: Motion { assessment.state == .live ? estimator.motion : .unknown }

    /// Issues a new report without an event, because other contents of the report have changed.
    public mutating func refresh(at moment: Moment) -> Decision {
        var decision = Decision()
        decision.changesReport = true
        decision.changesPage = true
        return evaluate(decision, at: moment)
    }
}

extension LocationController {
    /// Returns true if the page must be rendered again even for a repeated fix, since readers judge the age of the page
    /// by the time of reception.
    func mustRender(at uptime: Duration) -> Bool {
        guard let lastPageUpdate else { return true }
        return uptime - lastPageUpdate >= settings.staleAfter / 2
    }

    /// While the position is current, the next fix reports the sky view with it; otherwise the sky view itself is new.
    private mutating func record(_ satellites: Satellites, of device: String, at moment: Moment) -> Decision {
        var decision = Decision()
        var sky: SkyView? = SkyView(satellites: satellites, uptime: moment.uptime)
        receivers.update(device) { swap(&$0.sky, &sky) }
        let before = sky?.satellites
        judge.add(satellites, device: device, isRepeated: before?.inView == satellites.inView, at: moment)
        guard before != satellites else { return decision }
        decision.changesReport = assessment.state != .live
        // The page shows no individual satellites.
        decision.changesPage = decision.changesReport && before?.summary != satellites.summary
        return decision
    }

    /// Returns true if the receiver has reported the loss of its position, and the next one is due.
    ///
    /// An empty epoch among good ones is no loss.
    private func hasLostPosition(at moment: Moment) -> Bool {
        guard reportsLoss, let uptime = last?.uptime else { return reportsLoss }
        return moment.uptime - uptime >= dueInterval
    }

    /// The time after a fix at which the next one is due; the interval of a receiver varies by a few hundredths.
    private var dueInterval: Duration { .seconds(estimator.interval * 0.95) }

    private var deviceInUse: String? { deviceSelector.selected ?? last?.fix.device }

    /// The fault detected from the fixes of the receiver in use.
    private var receiverFault: ReceiverFault? {
        guard let device = deviceInUse, let kind = receivers.receiver(device)?.frozenPositionDetector.fault else {
            return nil
        }
        return ReceiverFault(device: device, kind: kind)
    }

    /// Returns the sky view of the receiver in use if it is as recent as a position must be.
    private func satellites(at moment: Moment) -> Satellites? {
        guard let sky = deviceInUse.flatMap({ receivers.receiver($0)?.sky }) else { return nil }
        return moment.uptime - sky.uptime < settings.staleAfter ? sky.satellites : nil
    }

    /// Derives the state; a recent position is current regardless of the connection, and only the receiver
    /// can revoke it at once, by reporting that it has none.
    ///
    /// Mutating only because the compiler would copy the whole controller, twice in each epoch.
    private mutating func assess(at moment: Moment) -> StateAssessment {
        if judge.level == .contradicted, reachability.hasReceiver(settings.device) {
            return StateAssessment(state: .contradicted, detail: Rejection.contradicted.explanation)
        }
        let hasLostPosition = hasLostPosition(at: moment) || judge.level == .contradicted
        guard let uptime = last?.uptime, !hasLostPosition else { return assess(isStale: false) }
        let age = moment.uptime - uptime + (last?.delay ?? .zero)
        return age < settings.staleAfter ? StateAssessment(state: .live) : assess(isStale: true)
    }

    private func assess(isStale: Bool) -> StateAssessment {
        StateAssessment(
            reachability: reachability, settings: settings, isStale: isStale, lastRejection: lastRejection)
    }

    /// Evaluates the resulting state and counts the report if anything has changed.
    private mutating func evaluate(_ decision: consuming Decision, at moment: Moment) -> Decision {
        let now = assess(at: moment)
        if now.state != assessment.state { since = moment.wallClock }
        if now != assessment || judge.level != reportedLevel {
            (assessment, reportedLevel) = (now, judge.level)
            decision.changesReport = true
            decision.changesPage = true
        }
        if decision.changesReport { sequence += 1 }
        if decision.changesPage { lastPageUpdate = moment.uptime }
        return decision
    }
}
