import Location

extension LocationController {
    mutating func decide(_ fix: Fix, at moment: Moment) -> Decision {
        var decision = Decision()
        reachability.note(fix.device)
        let repaired = repaired(fix)
        let time = judgeTime(of: repaired, at: moment)
        decision.correction = Correction(of: fix, to: repaired, time)
        let fix = repaired.timed(time)
        let verdict = judge(fix, time, at: moment)
        decision.verdict = verdict
        if verdict.rejection == .noPosition { (hasLostPosition, unusable) = (true, nil) }
        guard verdict.rejection == nil else {
            if let fault = verdict.rejection, fault != .noPosition, !fault.isOtherDevice { unusable = fault }
            return decision
        }
        unusable = nil
        last = LastKnown(fix: estimator.shown(fix), received: moment.wallClock, uptime: moment.uptime)
        self.place = Place(fix)
        hasLostPosition = false
        decision.reinstated = estimator.reinstated
        decision.changesReport = true
        decision.changesPage = verdict == .accepted || mustRedraw(at: moment.uptime)
        return decision
    }

    /// The fix with the position that gpsd has frozen, from the Earth-centred one.
    private mutating func repaired(_ fix: Fix) -> Fix {
        receivers.with(fix.device) { $0.frozen.repair(fix) }
    }

    private mutating func judgeTime(of fix: Fix, at moment: Moment) -> TimeVerdict {
        guard fix.coordinate != nil else { return .accepted }
        return receivers.with(fix.device) {
            $0.times.check(fix.timestamp, at: moment, isClockSynchronised: isClockSynchronised)
        }
    }

    /// The rules, in the order in which they are asked; new ones belong here.
    private mutating func judge(_ fix: Fix, _ time: TimeVerdict, at moment: Moment) -> Verdict {
        // First what is wrong with the fix itself: a receiver is not chosen by what cannot be used.
        if let fault = fault(of: fix, time) { return .rejected(fault) }
        guard choice.admits(fix, at: moment.uptime) else { return .rejected(.otherDevice(inUse: choice.chosen ?? "")) }
        guard let place = fix.coordinate else { return .rejected(.noPosition) }
        if let jump = jump(of: fix, at: place, moment) {
            return .rejected(.implausibleJump(jump))
        }
        return self.place == Place(fix) ? .duplicate : .accepted
    }

    /// What makes a fix with a position useless, whichever receiver it comes from.
    private func fault(of fix: Fix, _ time: TimeVerdict) -> Rejection? {
        guard fix.coordinate != nil else { return nil }
        if fix.differential == .simulated, !settings.allowsSimulated { return .simulated }
        if let limit = settings.maxAccuracy, let radius = fix.horizontalAccuracy?.radius, radius > limit {
            return .inaccurate(radius: radius, limit: limit)
        }
        if case .rejected(let fault) = time { return .time(fault) }
        return nil
    }

    /// How a fix contradicts all those before it; where it does not, the estimate takes it in.
    private mutating func jump(of fix: Fix, at place: Coordinate, _ moment: Moment) -> Jump? {
        let dilution = receivers.with(fix.device) { receiver in
            receiver.sky.flatMap { $0.isFresh(at: moment.uptime) ? $0.satellites.hdop : nil }
        }
        let elapsed = motionClock.time(of: fix, at: moment.uptime)
        return estimator.take(Candidate(fix: fix, place: place, dilution: dilution, uptime: elapsed))
    }
}
