import Basics
public import Location

extension LocationController {
    mutating func decide(_ fix: Fix, at moment: Moment) -> Decision {
        var decision = Decision()
        reachability.record(fix.device)
        let repaired = repaired(fix)
        let time = judgeTime(of: repaired, at: moment)
        decision.correction = Correction(of: fix, to: repaired, time)
        let fix = repaired.applying(time)
        let saying = RawObservation(repaired)
        let verdict = judge(fix, saying, time, at: moment)
        decision.verdict = verdict
        if verdict.rejection == .noPosition { (hasLostPosition, lastRejection) = (true, nil) }
        guard verdict.rejection == nil else {
            if let fault = verdict.rejection, fault != .noPosition, !fault.isOtherDevice { lastRejection = fault }
            return decision
        }
        lastRejection = nil
        hasLostPosition = false
        if let before = self.lastObservation, saying.isRepetition(of: before), last?.uptime != nil { return decision }
        self.lastObservation = saying
        last = LastKnownFix(
            fix: estimator.estimate(for: fix), received: moment.wallClock, uptime: moment.uptime,
            delay: delay(of: fix, at: moment))
        decision.reinstated = estimator.reinstated
        decision.changesReport = true
        decision.changesPage = verdict == .accepted || mustRedraw(at: moment.uptime)
        return decision
    }

    /// The fix with the position that gpsd has frozen, from the Earth-centred one.
    private mutating func repaired(_ fix: Fix) -> Fix {
        guard fix.ecefPosition != nil else { return fix }
        return receivers.update(fix.device) { $0.frozenPositionDetector.repair(fix) }
    }

    private mutating func judgeTime(of fix: Fix, at moment: Moment) -> TimeVerdict {
        guard fix.coordinate != nil else { return .accepted }
        return receivers.update(fix.device) {
            $0.timeValidator.validate(fix.timestamp, at: moment, isClockSynchronised: isClockSynchronised)
        }
    }

    /// The rules, in the order in which they are asked; new ones belong here.
    private mutating func judge(_ fix: Fix, _ saying: RawObservation, _ time: TimeVerdict, at moment: Moment) -> Verdict {
        // First what is wrong with the fix itself: a receiver is not chosen by what cannot be used.
        if let fault = fault(of: fix, time, at: moment) { return .rejected(fault) }
        guard deviceSelector.accepts(fix, at: moment.uptime) else { return .rejected(.otherDevice(inUse: deviceSelector.selected ?? "")) }
        guard let place = fix.coordinate else { return .rejected(.noPosition) }
        if let before = self.lastObservation, saying.isRepetition(of: before) { return .duplicate }
        if let jump = jump(of: fix, at: place, moment) {
            return .rejected(.implausibleJump(jump))
        }
        return self.lastObservation?.hasSamePosition(as: saying) == true ? .duplicate : .accepted
    }

    /// What makes a fix with a position useless, whichever receiver it comes from.
    private func fault(of fix: Fix, _ time: TimeVerdict, at moment: Moment) -> Rejection? {
        guard fix.coordinate != nil else { return nil }
        if fix.differential == .simulated, !settings.allowsSimulated { return .simulated }
        if let limit = settings.maxAccuracy, fix.horizontalAccuracy != nil,
            case let radius = radius(of: fix, at: moment),
            radius > limit
        {
            return .inaccurate(radius: radius, limit: limit)
        }
        if case .rejected(let fault) = time { return .time(fault) }
        return nil
    }

    /// How old a fix is when it comes: one that was held up on the way is true, and not current.
    private func delay(of fix: Fix, at moment: Moment) -> Duration {
        guard isClockSynchronised, fix.timeSource != .reception, let timestamp = fix.timestamp else { return .zero }
        let delay = moment.wallClock - timestamp
        return delay > TimeValidator.Limits.ordinaryDelay ? delay : .zero
    }

    /// How a fix contradicts all those before it; where it does not, the estimate takes it in.
    private mutating func jump(of fix: Fix, at place: Coordinate, _ moment: Moment) -> Jump? {
        let elapsed = motionClock.time(of: fix, at: moment.uptime)
        let dilution = dilution(of: fix, at: moment)
        return estimator.process(Candidate(fix: fix, place: place, dilution: dilution, uptime: elapsed))
    }

    private func dilution(of fix: Fix, at moment: Moment) -> Double? {
        guard let sky = receivers.receiver(fix.device)?.sky, sky.isFresh(at: moment.uptime) else { return nil }
        return sky.satellites.hdop
    }

    /// The radius of a fix as honestly as it can be told without others, in metres.
    private func radius(of fix: Fix, at moment: Moment) -> Double {
        FixNoise(fix, dilution: dilution(of: fix, at: moment)).realisticRadius
    }
}

/// What an event has led to.
public struct Decision: Hashable, Sendable {
    /// What was decided about an epoch; nil for events that are none.
    public var verdict: Verdict?
    /// What was used in place of what the receiver gave; nil where that is what was decided about.
    public var correction: Correction?
    /// Fixes that were rejected lately and count as right now, as they would have been shown; in their order.
    public var reinstated: [Fix] = []
    /// Whether the report says something new.
    public var changesReport = false
    /// Whether the page must be drawn anew.
    public var changesPage = false

    /// Makes a decision that changes nothing.
    public init() {}

    /// Takes what a later decision changes on top.
    public mutating func formUnion(_ later: Decision) {
        if later.verdict != nil { (verdict, correction) = (later.verdict, later.correction) }
        reinstated += later.reinstated
        changesReport = changesReport || later.changesReport
        changesPage = changesPage || later.changesPage
    }
}

/// What a receiver has said in an epoch, to the last digit.
struct RawObservation: Sendable {
    private let coordinate: Coordinate?
    private let radius: Double?
    private let timestamp: Timestamp?
    private let altitude: Double?
    private let speed: Double?
    private let course: Double?
    private let climb: Double?

    /// Metres per second that no receiver at rest reports.
    private static let surelyMoving = 1.0

    init(_ fix: Fix) {
        (coordinate, radius, timestamp) = (fix.coordinate, fix.horizontalAccuracy?.radius, fix.timestamp)
        (altitude, speed) = (fix.ellipsoidalAltitude ?? fix.altitude, fix.speed)
        (course, climb) = (fix.course, fix.climb)
    }

    /// The original's test of a repeated location: the same latitude, longitude and accuracy.
    func hasSamePosition(as other: RawObservation) -> Bool { coordinate == other.coordinate && radius == other.radius }

    /// Whether it is nothing but what was said before: at the same time, or on the move, where no two moments are alike.
    ///
    /// Something on the way from the receiver hangs then, and the position grows old.
    func isRepetition(of other: RawObservation) -> Bool {
        guard hasSamePosition(as: other), altitude == other.altitude, speed == other.speed, course == other.course,
            climb == other.climb
        else { return false }
        return (timestamp != nil && timestamp == other.timestamp) || (speed ?? 0) > Self.surelyMoving
    }
}

extension Correction {
    /// What was changed of a fix; nil for most, of which nothing was.
    init?(of given: Fix, to repaired: Fix, _ time: TimeVerdict) {
        var distance: Double?
        if repaired.source == .ecef, let there = given.coordinate, let here = repaired.coordinate {
            distance = there.distance(to: here)
        }
        switch time {
        case .accepted, .rejected: self.init(distance: distance)
        case .shifted(let weeks):
            self.init(distance: distance, timeSource: .shifted, weeks: Int32(clamping: weeks))
        case .replaced: self.init(distance: distance, timeSource: .reception)
        }
    }
}
