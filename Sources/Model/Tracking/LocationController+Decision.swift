import Basics
public import Location
import Witnesses

extension LocationController {
    mutating func decide(_ reported: Fix, at moment: Moment) -> Decision {
        var decision = Decision()
        if reported.coordinate != nil || DevicePath.isReceiver(reported.device) { reachability.record(reported.device) }
        let repaired = repaired(reported)
        let time = validateTime(of: repaired, at: moment)
        decision.correction = Correction(of: reported, to: repaired, time)
        let fix = repaired.applying(time)
        let observation = RawObservation(repaired)
        let verdict = evaluate(fix, reported: repaired, time: time, at: moment)
        decision.verdict = verdict
        if verdict.rejection == .contradicted { reportedClaim = (reported, moment) }
        if verdict.rejection == .noPosition, fix.mode == .none { (reportsLoss, lastRejection) = (true, nil) }
        guard verdict.rejection == nil else {
            if let fault = verdict.rejection, fault != .noPosition, !fault.isOtherDevice { lastRejection = fault }
            return decision
        }
        lastRejection = nil
        reportsLoss = false
        if let before = self.lastObservation, observation.isRepetition(of: before), last?.uptime != nil {
            return decision
        }
        self.lastObservation = observation
        deviceSelector.recordUse(at: moment.uptime)
        last = LastKnownFix(
            fix: estimator.estimate(for: fix), received: moment.wallClock, uptime: moment.uptime,
            delay: isClockSynchronised ? fix.delay(at: moment) : .zero)
        estimator.statistics.lastUsed = moment.wallClock
        decision.treatment = estimator.treatment
        decision.reinstated = estimator.reinstated
        decision.changesReport = true
        decision.changesPage = verdict == .accepted || mustRender(at: moment.uptime)
        return decision
    }

    /// Returns the fix with a position frozen by gpsd replaced by the Earth-centred one.
    private mutating func repaired(_ fix: Fix) -> Fix {
        guard fix.ecefPosition != nil else { return fix }
        return receivers.update(fix.device) { $0.frozenPositionDetector.repair(fix) }
    }

    private mutating func validateTime(of fix: Fix, at moment: Moment) -> TimeVerdict {
        guard fix.coordinate != nil else { return .accepted }
        return receivers.update(fix.device) {
            $0.timeValidator.validate(fix.timestamp, at: moment, isClockSynchronised: isClockSynchronised)
        }
    }

    /// The rules in their order of evaluation; new rules go here.
    private mutating func evaluate(
        _ fix: Fix, reported: Fix, time: TimeVerdict, at moment: Moment
    ) -> Verdict {
        let observation = RawObservation(reported)
        // What repeats an epoch does not become newer by another receiver's failure.
        let isHung = fix.coordinate != nil && receivers.update(fix.device) { $0.repeats(observation) }
        // Faults of the fix itself come first: an unusable fix must not select its receiver.
        if let fault = settings.fault(of: fix, time) { return .rejected(fault) }
        let isInUse = deviceSelector.selected.map { $0 == fix.device } ?? true
        guard isInUse || !isHung && mayReplace(fix, at: moment.uptime),
            deviceSelector.accepts(fix, at: moment.uptime)
        else {
            return .rejected(.otherDevice(inUse: deviceSelector.selected ?? ""))
        }
        guard let place = fix.coordinate else {
            if let health = fix.health { judge.add(health, at: moment) }
            return .rejected(.noPosition)
        }
        if let before = self.lastObservation, observation.isRepetition(of: before) { return .duplicate }
        if let rejection = judge(fix, reported: reported, at: place, moment) { return .rejected(rejection) }
        return self.lastObservation?.hasSamePosition(as: observation) == true ? .duplicate : .accepted
    }

    /// Returns false for a receiver that confirms the claim of a contradicted one, as long as that reports it.
    private func mayReplace(_ fix: Fix, at uptime: Duration) -> Bool {
        guard judge.level == .contradicted, !deviceSelector.isSilent(at: uptime), let trusted = last?.fix.coordinate,
            let claimed = claim?.coordinate,
            let place = fix.coordinate
        else { return true }
        return 2 * place.distance(to: trusted) < claimed.distance(to: trusted)
    }

    /// Returns the reason to reject a fix that contradicts the past or the estimate; otherwise updates the estimate.
    private mutating func judge(
        _ fix: Fix, reported: Fix, at place: Coordinate, _ moment: Moment
    ) -> Rejection? {
        let elapsed = motionClock.time(of: fix, at: moment.uptime)
        let candidate = Candidate(fix: fix, place: place, uptime: elapsed)
        let measured = MeasuredFix(candidate)
        let admission = judge.judge(
            Observation(
                reported, position: measured.position, velocity: measured.velocity, radius: measured.radius,
                time: elapsed.inSeconds, uptime: moment.uptime.inSeconds, corrected: fix.timestamp),
            of: fix.device, at: moment.wallClock)
        switch admission {
        case .admitted:
            (claim, reportedClaim) = (nil, nil)
            return estimator.process(candidate, measured).map { .implausibleJump($0) }
        case .suspended(let leap):
            return .implausibleJump(Jump(distance: leap.distance, allowed: leap.allowed))
        case .contradicted:
            claim = fix
            return .contradicted
        }
    }
}

extension Fix {
    /// Returns the age at reception: a delayed fix is true but not current.
    fileprivate func delay(at moment: Moment) -> Duration {
        guard timeSource != .reception, let timestamp else { return .zero }
        let delay = moment.wallClock - timestamp
        return delay > TimeValidator.Limits.ordinaryDelay ? delay : .zero
    }
}

extension TrackingSettings {
    /// Returns the fault that makes a position unusable regardless of its receiver.
    fileprivate func fault(of fix: Fix, _ time: TimeVerdict) -> Rejection? {
        guard fix.coordinate != nil else { return nil }
        if fix.differential == .simulated, !allowsSimulated { return .simulated }
        if let limit = maxAccuracy, fix.horizontalAccuracy != nil, case let radius = fix.realisticRadius,
            radius > limit
        {
            return .inaccurate(radius: radius, limit: limit)
        }
        if case .rejected(let fault) = time { return .time(fault) }
        return nil
    }
}

/// The result of an event.
public struct Decision: Hashable, Sendable {
    /// The verdict on an epoch; nil for other events.
    public var verdict: Verdict?
    /// The correction that was applied; nil if there was none.
    public var correction: Correction?
    /// The treatment of the fix; nil if it was rejected or repeats another one.
    public var treatment: Treatment?
    /// Recently rejected fixes whose rejection was reverted, as they would have been shown, in their order.
    public var reinstated: [Fix] = []
    /// True if the report has changed.
    public var changesReport = false
    /// True if the page must be rendered again.
    public var changesPage = false

    /// Creates a decision without changes.
    public init() {}

    /// Merges a later decision.
    public mutating func formUnion(_ later: Decision) {
        if later.verdict != nil {
            (verdict, correction, treatment) = (later.verdict, later.correction, later.treatment)
        }
        reinstated += later.reinstated
        changesReport = changesReport || later.changesReport
        changesPage = changesPage || later.changesPage
    }
}

/// The values reported in an epoch, to the last digit.
struct RawObservation: Sendable {
    private let coordinate: Coordinate?
    private let timestamp: Timestamp?
    private let radius, altitude, speed, course, climb: Double?

    /// A speed in metres per second that no receiver at rest reports.
    private static let surelyMoving = 1.0

    init(_ fix: Fix) {
        (coordinate, radius, timestamp) = (fix.coordinate, fix.horizontalAccuracy?.radius, fix.timestamp)
        altitude = fix.ellipsoidalAltitude ?? fix.altitude
        (speed, course, climb) = (fix.speed, fix.course, fix.climb)
    }

    /// Returns true for the same latitude, longitude and accuracy, as the original program tests for a repeated
    /// location.
    func hasSamePosition(as other: RawObservation) -> Bool { coordinate == other.coordinate && radius == other.radius }

    /// Returns true if an observation repeats another one: with the same time, or in motion, where no two epochs are
    /// equal.
    ///
    /// Then the data path from the receiver is stuck and the position ages.
    func isRepetition(of other: RawObservation) -> Bool {
        let isSame = (altitude, speed, course, climb) == (other.altitude, other.speed, other.course, other.climb)
        guard isSame, hasSamePosition(as: other) else { return false }
        return (timestamp != nil && timestamp == other.timestamp) || (speed ?? 0) > Self.surelyMoving
    }
}

extension Correction {
    /// Creates the correction of a fix; nil if nothing was changed.
    init?(of given: Fix, to repaired: Fix, _ time: TimeVerdict) {
        var distance: Double?
        if repaired.source == .ecef, let reported = given.coordinate, let used = repaired.coordinate {
            distance = reported.distance(to: used)
        }
        switch time {
        case .accepted, .rejected: self.init(distance: distance)
        case .shifted(let weeks):
            self.init(distance: distance, timeSource: .shifted, weeks: Int32(clamping: weeks))
        case .replaced: self.init(distance: distance, timeSource: .reception)
        }
    }
}
