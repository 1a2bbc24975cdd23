public import Basics
public import Location

/// The judge of a receiver's positions: asks all witnesses and decides whether its positions can be trusted.
///
/// A value without a clock. What a receiver does not report is no witness.
public struct IntegrityJudge: Sendable {
    /// The maximum speed of the machine in metres per second.
    public var maxSpeed: Double
    private(set) var signs = Signs()
    /// The last position that was used and measured.
    private var anchor: StateVector?
    /// Those of some seconds before: outliers may have led the last one away.
    private var former: (older: StateVector, newer: StateVector)?
    /// The last one before witnesses spoke; nil while they are silent.
    private var base: StateVector?
    /// The last one before a gap, until what follows has settled, and until when.
    private var origin: (state: StateVector, until: Double, latest: Double)?
    private var settledFrom = 0.0
    /// Until when the leaps of a receiver that has just begun are excused.
    private var startsUntil = -Double.infinity
    private(set) var departure: Departure?
    /// An unusual way through a gap, and until when it is doubtful.
    private(set) var unusual: (leap: Leap, until: Double)?
    private var device: String?
    /// The number of satellites in use by the last list, and its uptime; nil if this receiver does not mark them.
    private var used: Int?
    private var listedAt = -Double.infinity
    private var lists = 0
    /// The speed and course that repeat, how often, since when, and the speed before them.
    private var repeated: (speed: Double?, course: Double?, count: Int, since: Double, before: Double) =
        (nil, nil, 0, 0, 0)
    /// Since when fixes are poor after a good one; nil while they are not.
    private var poorSince: Double?
    /// The last of those.
    private var poor: PoorState?
    /// Seconds as in ``Observation/time`` and uptime, of the last fix.
    private var now = (time: 0.0, uptime: 0.0)
    /// The level, and since when.
    public private(set) var level = Integrity.Level.nominal
    private var since: Timestamp
    /// True if this run has seen it begin.
    private var isSinceOwn = true
    private var heldUntil = 0.0

    /// The last fix of an earlier run, and what was claimed while it was the last trusted one.
    private var earlier: (fix: Fix, claim: Fix?)?
    /// The reasons of that run, until nothing is unusual.
    private var earlierReasons: [Integrity.Reason] = []

    /// Creates a judge that trusts what it sees first, unless it follows from the last report of an earlier run.
    public init(maxSpeed: Double, lastReport: Report?, at time: Timestamp) {
        (self.maxSpeed, since) = (maxSpeed, time)
        guard let lastReport, let fix = lastReport.fix else { return }
        let claim = lastReport.integrity.level == .contradicted ? lastReport.claim : nil
        (earlier, earlierReasons) = ((fix, claim), lastReport.integrity.reasons)
        if claim != nil { (level, since, isSinceOwn) = (.contradicted, lastReport.integrity.since, false) }
    }

    /// Judges a fix of the receiver in use.
    public mutating func judge(
        _ observation: Observation, of device: String, at wallClock: Timestamp
    ) -> Admission {
        if device != self.device { use(device, at: observation.time) }
        now = (observation.time, observation.uptime)
        signs.add(observation, context(at: observation.uptime), isContradicted: departure?.stage == .contradicted)
        let admission = admit(observation)
        update(at: wallClock)
        return admission
    }

    /// Adds a report of the receiver in use without a position.
    public mutating func add(_ health: ReceiverHealth, at moment: Moment) {
        signs.add(health, context(at: moment.uptime.inSeconds))
        update(at: moment.wallClock)
    }

    /// Adds a list of satellites of a receiver; one that repeats the one before counts once a second.
    public mutating func add(
        _ satellites: Satellites, device: String, isRepeated: Bool = false, at moment: Moment
    ) {
        guard device == self.device, !satellites.inView.isEmpty else { return }
        let time = moment.uptime.inSeconds
        if isRepeated, time - listedAt < JudgementTable.listInterval { return }
        listedAt = time
        let marked = satellites.inView.count { $0.isUsed }
        if marked > JudgementTable.minSatellites { lists = min(lists + 1, 10) }
        used = lists < 10 ? nil : marked
        signs.add(satellites.inView, context(at: time))
        now.uptime = max(now.uptime, time)
        update(at: moment.wallClock)
    }

    /// Trusts the claims of the receiver, by the word of the owner; false if nothing is contradicted.
    public mutating func trust(at wallClock: Timestamp) -> Bool {
        guard level == .contradicted else { return false }
        if let departure {
            accept(departure.claim)
        } else {
            // Nothing has followed an earlier run yet: what does is compared with its claim.
            earlier = earlier?.claim.map { ($0, nil) }
        }
        signs = Signs()
        (level, since, isSinceOwn, earlierReasons) = (.nominal, wallClock, true, [])
        update(at: wallClock)
        return true
    }

    /// Moves the begin of the level, after the clock of this machine was set, unless it is that of an earlier run.
    public mutating func adjustClock(by step: Duration) {
        if isSinceOwn { since = since + step }
    }

    /// Each device has a sky and habits of its own; the place is that of the machine.
    private mutating func use(_ device: String, at time: Double) {
        if self.device != nil { settledFrom = time }
        (self.device, used, lists, signs) = (device, nil, 0, Signs())
    }

    private func context(at time: Double) -> Context {
        Context(
            time: time,
            isSettled: level == .nominal && anchor != nil && now.time - settledFrom >= JudgementTable.settling)
    }
}

extension IntegrityJudge {
    private mutating func admit(_ observation: Observation) -> Admission {
        if anchor == nil { restore(before: observation) }
        guard let anchor else {
            (self.anchor, settledFrom) = (StateVector(observation, after: nil), observation.time)
            startsUntil = observation.time + JudgementTable.settling
            return .admitted
        }
        if let origin, observation.time > (observation.isTwoDimensional ? origin.latest : origin.until) {
            self.origin = nil
        }
        if departure != nil { return consider(observation, from: anchor) }
        let isMeasured = isMeasured(observation, after: anchor)
        let leap = leap(to: observation, from: anchor, isMeasured: isMeasured)
        if leap.isImpossible, !isExcused(observation), !isBack(observation) {
            (departure, earlierReasons) = (Departure(observation, from: anchor, trusted: base, leap: leap), [])
            signs.noteLeap(at: observation.time)
            return .suspended(leap)
        }
        if leap.isImpossible {
            signs.noteLeap(at: observation.time)
            // It may be an outlier, from which the next one leaps back.
            let again = observation.time + JudgementTable.maxSuspicion
            settledFrom = max(settledFrom, again - JudgementTable.settling)
            if observation.time < startsUntil { startsUntil = max(startsUntil, again) }
            if let until = origin?.until { origin?.until = max(until, again) }
        }
        if isMeasured {
            let state = StateVector(observation, after: anchor, by: leap)
            self.anchor = state
            note(state)
            if origin == nil { signs.followSpeed(observation) }
        }
        return .admitted
    }

    /// Returns the leap from the last position, or from the last of a spell of poor ones, which is no gap.
    private mutating func leap(to observation: Observation, from anchor: StateVector, isMeasured: Bool) -> Leap {
        var leap = anchor.step(to: observation, maxSpeed: maxSpeed)
        let step = leap.gap > Reach.prediction ? poor?.step(to: observation) : nil
        if isMeasured, step == nil, leap.gap > Reach.prediction { resume(observation, from: anchor, leap) }
        if let step, step.isImpossible { leap = step }
        if isMeasured { poor = nil } else if poorSince != nil, !leap.isImpossible { poor = PoorState(observation) }
        return leap
    }

    /// Goes on from an earlier run, after a time that only the receiver knows: the clock may be that of the last shutdown.
    ///
    /// A claim that was contradicted stays so even if that time is unknown.
    private mutating func restore(before observation: Observation) {
        defer { earlier = nil }
        guard let (fix, claim) = earlier else { return }
        func passed(_ fix: Fix) -> Double? {
            guard let now = observation.corrected, let then = fix.timestamp, now > then else { return nil }
            return (now - then).inSeconds
        }
        func state(_ fix: Fix) -> StateVector? { StateVector(fix, time: observation.time - (passed(fix) ?? 0)) }
        let isTimed = fix.timeSource == .receiver && observation.timestamp != nil && passed(fix) != nil
        guard claim != nil || isTimed, let trusted = state(fix) else { return }
        (settledFrom, anchor) = (observation.time, trusted)
        departure = claim.flatMap(state).map { Departure($0, trusted: trusted) }
        // The witnesses of the earlier run have to learn again.
        guard !earlierReasons.isEmpty, observation.time - trusted.time < JudgementTable.longGap else { return }
        heldUntil = observation.uptime + JudgementTable.unusualGap
    }

    /// Returns true for a position where the track led some seconds before.
    private func isBack(_ observation: Observation) -> Bool {
        guard let older = former?.older, observation.time - older.time <= Reach.prediction + 5 else { return false }
        return older.deviation(of: observation) < max(Reach.same, observation.radius)
    }

    private mutating func note(_ state: StateVector) {
        guard let newer = former?.newer else { return former = (state, state) }
        if state.time - newer.time >= Reach.prediction / 2 { former = (newer, state) }
    }

    /// Returns true for a fix that the receiver has measured.
    ///
    /// In a tunnel receivers go on without satellites, or in a straight line with one speed to the digit; at rest many hold
    /// speed and course. A poor fix, which excuses a leap, does not take the place of a good one at once.
    private mutating func isMeasured(_ observation: Observation, after anchor: StateVector) -> Bool {
        let (speed, course) = (observation.speed, observation.course)
        if course != nil, speed == repeated.speed, course == repeated.course {
            repeated.count += 1
        } else {
            repeated = (speed, course, 0, observation.time, repeated.speed ?? 0)
        }
        let isListed = observation.uptime - listedAt < JudgementTable.listMemory
        if let used, isListed, used < JudgementTable.minSatellites { return false }
        poorSince = Reach.isPoor(observation.radius) && !anchor.isPoor ? poorSince ?? observation.time : nil
        if let poorSince, observation.time - poorSince <= JudgementTable.maxExtrapolation { return false }
        let lasted = observation.time - repeated.since
        let isMoving = max(speed ?? 0, repeated.before) * JudgementTable.maxExtrapolation > Reach.noise
        return repeated.count < 3 || !isMoving || lasted > JudgementTable.maxExtrapolation
    }

    /// Notes a gap before a fix.
    private mutating func resume(_ observation: Observation, from anchor: StateVector, _ leap: Leap) {
        let settling = min(leap.gap, JudgementTable.settling)
        origin = (anchor, observation.time + settling, observation.time + JudgementTable.longSettling)
        settledFrom = observation.time
        signs.noteGap(leap.gap, at: observation.time)
        let speed = max(anchor.usualSpeed, observation.velocity?.length ?? 0)
        guard signs.remembersLoss, leap.distance > Reach.usual(after: leap.gap, speed: speed) else { return }
        unusual = (leap, observation.time + JudgementTable.unusualGap)
    }

    /// Returns true for a leap of a receiver that has just begun: it may have reported its last place, or a poor fix.
    private mutating func isExcused(_ observation: Observation) -> Bool {
        guard let origin else { return observation.time < startsUntil }
        return !origin.state.step(to: observation, maxSpeed: maxSpeed).isImpossible
    }

    private mutating func consider(_ observation: Observation, from anchor: StateVector) -> Admission {
        guard var departure else { return .admitted }
        let gap = observation.time - departure.claim.time
        if gap > Reach.prediction { signs.noteGap(gap, at: observation.time) }
        let outcome = departure.add(
            observation,
            Departure.Circumstances(
                anchor: anchor, maxSpeed: maxSpeed, hasSigns: signs.preventTrust, isDoubted: signs.causeDoubt))
        self.departure = departure
        switch outcome {
        case .stays: break
        case .wasOutlier:
            self.departure = nil
            return admit(observation)
        case .isTrusted: accept(StateVector(observation, after: nil))
        }
        switch self.departure?.stage {
        case nil, .doubtful?: return .admitted
        case .suspected?: return .suspended(departure.leap)
        case .contradicted?: return .contradicted
        }
    }

    /// Goes on from a claim that is trusted now.
    private mutating func accept(_ claim: StateVector) {
        (anchor, base, origin, departure, unusual, former) = (claim, nil, nil, nil, nil, nil)
        (settledFrom, heldUntil, earlierReasons, poor) = (now.time, 0, [], nil)
        signs.restart()
    }

    private mutating func update(at wallClock: Timestamp) {
        // Until the first fix the judgement is that of the earlier run.
        if device == nil { return }
        if let unusual, now.time >= unusual.until { self.unusual = nil }
        if signs.causeDoubt { heldUntil = now.uptime + JudgementTable.hold }
        var next = now.uptime < heldUntil || unusual != nil ? Integrity.Level.doubtful : .nominal
        base = next == .nominal ? nil : base ?? anchor
        switch departure?.stage {
        case .contradicted?: next = .contradicted
        case .suspected?, .doubtful?: next = .doubtful
        case nil: break
        }
        if next == .nominal { earlierReasons = [] }
        guard next != level else { return }
        (level, since, isSinceOwn) = (next, wallClock, true)
    }

    /// The judgement, with its reasons.
    public var integrity: Integrity {
        guard level != .nominal else { return Integrity(since: since) }
        let (signs, leap) = (signs.reasons(at: now.uptime), departure?.leap ?? unusual?.leap)
        let earlier = earlierReasons.filter { earlier in !signs.contains { $0.code == earlier.code } }
        let reasons = earlierReasons.isEmpty ? leap.map { [$0.reason] } ?? [] : earlier
        return Integrity(level: level, since: since, reasons: reasons + signs)
    }
}
