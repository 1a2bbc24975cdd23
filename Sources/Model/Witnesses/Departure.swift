import Location

/// Claims of a receiver that have left the trusted track, until trust returns.
struct Departure: Sendable {
    /// How far the judgement of a leap has come.
    enum Stage: Hashable, Sendable {
        /// It may be an outlier.
        case suspected
        /// It is shown, with a warning.
        case doubtful
        /// It is not shown.
        case contradicted
    }

    /// What a claim shows.
    enum Outcome {
        /// Nothing new.
        case stays
        /// The leap was an outlier: the claims go on where they were.
        case wasOutlier
        /// The claims can be trusted.
        case isTrusted
    }

    /// What the judge knows besides the claim.
    struct Circumstances {
        /// The last position before the departure.
        let anchor: StateVector
        /// The maximum speed of the machine in metres per second.
        let maxSpeed: Double
        /// True if a witness speaks that prevents trust, and if any does.
        let hasSigns, isDoubted: Bool
    }

    /// Claims that may be true.
    private struct Return: Sendable {
        /// Since when they agree, and for how many seconds they must.
        var since, seconds: Double
        /// The seconds of the gap before them.
        var gap: Double
    }

    /// The last trusted position, and what the machine may have done since.
    let trusted: StateVector
    /// The last leap that is judged.
    private(set) var leap: Leap
    /// True if a witness spoke before the leap: it may be the way back.
    private let hasSigns: Bool
    private var began: Double
    /// The metres from where the claim was expected, by all leaps.
    private var offset: SIMD3<Double>
    /// The last claim, and since when claims agree with each other.
    private(set) var claim: StateVector
    private var agreedSince: Double
    /// The seconds between the last claims, and between those before.
    private var gaps: (last: Double, before: Double)
    private(set) var stage = Stage.suspected
    private var returning: Return?
    /// This before a leap of doubtful claims, while that is suspected.
    private var former: [Departure] = []

    init(_ observation: Observation, from anchor: StateVector, trusted: StateVector?, leap: Leap) {
        (self.trusted, self.leap, hasSigns) = (trusted ?? anchor, leap, trusted != nil)
        (began, agreedSince) = (observation.time, observation.time)
        offset = anchor.offset(of: observation, after: leap.gap)
        gaps = (leap.gap, leap.gap)
        claim = StateVector(observation, after: anchor)
    }

    /// Goes on from an earlier run, that ended with a claim which was contradicted.
    init(_ claim: StateVector, trusted: StateVector) {
        (self.trusted, self.claim, hasSigns, stage) = (trusted, claim, false, .contradicted)
        (began, agreedSince, offset) = (claim.time, claim.time, claim.position - trusted.position)
        leap = Leap(distance: offset.length, allowed: Reach.noise, gap: claim.time - trusted.time)
        gaps = (0, 0)
    }

    /// Considers the next claim.
    mutating func add(_ observation: Observation, _ circumstances: Circumstances) -> Outcome {
        let step = claim.step(to: observation, maxSpeed: circumstances.maxSpeed)
        let outcome = consider(observation, after: step, circumstances)
        if case .wasOutlier = outcome, let before = former.first {
            self = before
            return add(observation, circumstances)
        }
        claim = StateVector(observation, after: claim, by: step)
        gaps = (step.gap, gaps.last)
        return outcome
    }

    private mutating func consider(
        _ observation: Observation, after step: Leap, _ circumstances: Circumstances
    ) -> Outcome {
        let isContinuous = step.gap <= max(Reach.prediction, 3 * min(gaps.last, gaps.before)) && !step.isImpossible
        if stage == .suspected {
            return suspect(observation, after: isContinuous ? step.distance : .infinity, circumstances)
        }
        if stage == .doubtful, step.isImpossible, leapsAgain(observation, after: step, circumstances) { return .stays }
        if !isContinuous { agreedSince = observation.time }
        noteReturn(observation, after: step, circumstances.maxSpeed)
        guard !circumstances.hasSigns else { return .stays }
        if let returning, observation.time - returning.since >= returning.seconds { return .isTrusted }
        let long = stage == .doubtful ? JudgementTable.doubtfulAgreement : JudgementTable.longAgreement
        return observation.time - agreedSince >= long ? .isTrusted : .stays
    }

    /// Suspects a leap of doubtful claims that ends far from where they would be without any, unless it leads home.
    private mutating func leapsAgain(
        _ observation: Observation, after step: Leap, _ circumstances: Circumstances
    ) -> Bool {
        let strayed = offset + claim.offset(of: observation, after: step.gap)
        let clear = circumstances.isDoubted ? 0 : JudgementTable.clearLeap
        guard step.gap > Reach.prediction || strayed.length > step.allowed + clear,
            trusted.distance(to: observation) > home(observation)
        else {
            offset = strayed
            return false
        }
        former = [self]
        (stage, leap, offset, returning) = (.suspected, step, strayed, nil)
        (began, agreedSince) = (observation.time, observation.time)
        return true
    }

    /// Notes claims that may be true, and for how long they are.
    private mutating func noteReturn(_ observation: Observation, after step: Leap, _ maxSpeed: Double) {
        guard step.isImpossible || step.gap > Reach.prediction else {
            if returning == nil, trusted.distance(to: observation) <= home(observation) {
                returning = Return(since: observation.time, seconds: JudgementTable.homeAgreement, gap: step.gap)
            }
            return
        }
        let running = step.isImpossible ? nil : returning
        guard running != nil || isNewBranch(observation, after: step.gap) else { return returning = nil }
        returning = plausibility(observation, after: max(step.gap, running?.gap ?? 0), maxSpeed)
        if let running { returning?.since = running.since }
    }

    /// Judges a leap once it has lasted, by the metres from where the last claim leads, and from where the track did.
    private mutating func suspect(
        _ observation: Observation, after deviation: Double, _ circumstances: Circumstances
    ) -> Outcome {
        let anchor = (former.first?.claim ?? circumstances.anchor).step(
            to: observation, maxSpeed: circumstances.maxSpeed)
        if !anchor.isImpossible, anchor.distance < deviation { return .wasOutlier }
        if deviation == .infinity { agreedSince = observation.time }
        let needed = hasSigns ? 2 * JudgementTable.agreement : JudgementTable.agreement
        let lasted = observation.time - agreedSince >= needed
        guard lasted || observation.time - began >= JudgementTable.maxSuspicion else { return .stays }
        let isPossible = plausibility(observation, after: leap.gap, circumstances.maxSpeed)
        // The end of a false sky is a leap back to the truth.
        if hasSigns, !circumstances.hasSigns, isPossible != nil { return .isTrusted }
        if !former.isEmpty {
            (former, stage, returning) = ([], .contradicted, isPossible)
            return .stays
        }
        let isClear = leap.distance - leap.allowed > JudgementTable.clearLeap || leap.gap > Reach.prediction
        stage = isClear || circumstances.isDoubted ? .contradicted : .doubtful
        return .stays
    }

    /// Returns true if a claim after a leap or a gap is nearer to where the machine may be than to where the former claims
    /// would be.
    private func isNewBranch(_ observation: Observation, after gap: Double) -> Bool {
        if gap <= Reach.prediction || gap >= JudgementTable.longGap { return true }
        let former = claim.deviation(of: observation)
        if former > Reach.usual(after: gap, speed: claim.usualSpeed) { return true }
        let back = (observation.position - claim.position + offset).length
        return min(back, trusted.distance(to: observation)) < former
    }

    /// Returns for how long a claim after a gap must agree to be trusted; nil if the machine cannot be there.
    private func plausibility(_ observation: Observation, after gap: Double, _ maxSpeed: Double) -> Return? {
        let distance = trusted.distance(to: observation)
        if distance <= home(observation) {
            return Return(since: observation.time, seconds: JudgementTable.homeAgreement, gap: gap)
        }
        let (time, speed) = (observation.time - trusted.time, trusted.usualSpeed)
        let reach =
            gap < JudgementTable.longGap
            ? Reach.usual(after: time, speed: speed)
            : Reach.possible(after: time, speed: speed, radius: observation.radius, maxSpeed: maxSpeed)
        let seconds = JudgementTable.reachAgreement
        return distance <= reach ? Return(since: observation.time, seconds: seconds, gap: gap) : nil
    }

    private func home(_ observation: Observation) -> Double {
        max(Reach.same, Reach.radii * observation.radius)
    }
}
