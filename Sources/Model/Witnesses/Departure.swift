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

    /// The last trusted position, and what the machine may have done since.
    let trusted: StateVector
    /// The first leap.
    let leap: Leap
    /// True if a witness spoke before the leap: it may be the way back.
    private let hasSigns: Bool
    private let began: Double
    /// The metres from where the claim was expected, by the first leap.
    private let offset: SIMD3<Double>
    /// The last claim, and since when claims agree with each other.
    private(set) var claim: StateVector
    private var agreedSince: Double
    private(set) var stage = Stage.suspected
    /// Since when claims agree that may be true, and for how many seconds they must.
    private var returning: (since: Double, seconds: Double)?

    init(_ observation: Observation, from anchor: StateVector, trusted: StateVector?, leap: Leap) {
        (self.trusted, self.leap, hasSigns) = (trusted ?? anchor, leap, trusted != nil)
        (began, agreedSince) = (observation.time, observation.time)
        offset = observation.position - anchor.position - anchor.reported * leap.gap
        claim = StateVector(observation, after: anchor)
    }

    /// Goes on from an earlier run, that ended with a claim which was contradicted.
    init(_ claim: StateVector, trusted: StateVector) {
        (self.trusted, self.claim, hasSigns, stage) = (trusted, claim, false, .contradicted)
        (began, agreedSince, offset) = (claim.time, claim.time, claim.position - trusted.position)
        leap = Leap(distance: offset.length, allowed: Reach.noise, gap: claim.time - trusted.time)
    }

    /// Considers the next claim; `anchor` is the last position before the leap, `signs` those that prevent trust.
    mutating func add(
        _ observation: Observation, anchor: StateVector, maxSpeed: Double, hasSigns signs: Bool, isDoubted: Bool
    ) -> Outcome {
        let step = claim.step(to: observation, maxSpeed: maxSpeed)
        let isContinuous = step.gap <= Reach.prediction && !step.isImpossible
        defer { claim = StateVector(observation, after: claim, by: step) }
        if stage == .suspected {
            return suspect(
                observation, after: isContinuous ? step.distance : .infinity,
                from: anchor.step(to: observation, maxSpeed: maxSpeed), hasSigns: signs, isDoubted: isDoubted)
        }
        if !isContinuous {
            agreedSince = observation.time
            returning = isNewBranch(observation, after: step.gap) ? plausibility(observation) : nil
        } else if returning == nil, trusted.distance(to: observation) <= home(observation) {
            returning = (observation.time, JudgementTable.homeAgreement)
        }
        guard !signs else { return .stays }
        if let returning, observation.time - returning.since >= returning.seconds { return .isTrusted }
        let long = stage == .doubtful ? JudgementTable.doubtfulAgreement : JudgementTable.longAgreement
        return observation.time - agreedSince >= long ? .isTrusted : .stays
    }

    /// Judges a leap once it has lasted, by the metres from where the last claim leads, and from where the track did.
    private mutating func suspect(
        _ observation: Observation, after deviation: Double, from anchor: Leap, hasSigns signs: Bool, isDoubted: Bool
    ) -> Outcome {
        if !anchor.isImpossible, anchor.distance < deviation { return .wasOutlier }
        if deviation == .infinity { agreedSince = observation.time }
        let needed = hasSigns ? 2 * JudgementTable.agreement : JudgementTable.agreement
        let lasted = observation.time - agreedSince >= needed
        guard lasted || observation.time - began >= JudgementTable.maxSuspicion else { return .stays }
        // The end of a false sky is a leap back to the truth.
        if hasSigns, !signs, plausibility(observation) != nil { return .isTrusted }
        let isClear = leap.distance - leap.allowed > JudgementTable.clearLeap || leap.gap > Reach.prediction
        stage = isClear || isDoubted ? .contradicted : .doubtful
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

    /// Returns when and for how long a claim must agree to be trusted; nil if the machine cannot be there.
    private func plausibility(_ observation: Observation) -> (since: Double, seconds: Double)? {
        let distance = trusted.distance(to: observation)
        if distance <= home(observation) { return (observation.time, JudgementTable.homeAgreement) }
        let reach = Reach.usual(after: observation.time - trusted.time, speed: trusted.usualSpeed)
        return distance <= reach ? (observation.time, JudgementTable.reachAgreement) : nil
    }

    private func home(_ observation: Observation) -> Double {
        max(JudgementTable.home, Reach.radii * observation.radius)
    }
}
