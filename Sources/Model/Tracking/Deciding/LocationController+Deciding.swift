import Basics
import Location

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
