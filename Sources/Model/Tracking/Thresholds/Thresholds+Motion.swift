/// Whether it moves.
extension Thresholds {
    /// Seconds over which a start or a stop is judged: within the five that a user would call at once.
    static let quickTime = 1.0
    /// The same where positions alone tell.
    static let blindQuickTime = 2.0
    /// Seconds over which slow motion, such as a boat's at anchor, shows against the noise; at least so many epochs.
    static let slowTime = 10.0
    static let slowEpochs = 10.0
    /// The part of that time that must have been seen.
    static let slowFill = 0.6
    /// Metres per second that a receiver at rest does not report for seconds on end, and the same in deviations.
    static let startSpeed = 0.4
    static let startDeviations = 4.5
    /// The same in deviations of the position per second: under a bad sky the Doppler shift is as bad.
    static let startShare = 0.2
    /// Metres per second below which, for seconds on end, it rests.
    static let stopSpeed = 0.22
    /// Metres per second that are motion over the slow time, and the same in deviations of a single epoch.
    static let creepSpeed = 0.08
    static let creepDeviations = 1.15
    /// Deviations of the position, for each metre of one and at most, that it must have gone so: less is what a
    /// receiver does that settles in.
    static let creepShare = 0.3
    static let creepLongest = 2.5
    /// The part of it that is motion still once it moves.
    static let creepHold = 0.45
    /// Seconds for which a speed too small to be seen adds up to a way: longer, and its error does.
    static let driftTime = 60.0
    /// The part of the reported way that the positions must have gone too: reflections slow them, or turn them.
    static let agreement = 0.3
    /// Metres per second that positions make where nothing reports a speed, for a start and for a stop.
    static let startRate = 2.0
    static let stopRate = 1.2
    /// Metres that they must have gone for a start: reflections take them as far, but not as often.
    static let startDistance = 16.0
    /// Seconds over which positions alone show a stroll, the deviations that they must go in that time, and the metres
    /// per second below which it is over.
    static let strollTime = 60.0
    static let strollShare = 5.5
    static let strollStop = 0.2
    /// Metres per second that positions never make for ten seconds on end while the machine stands.
    static let impossibleRate = 8.0
}
