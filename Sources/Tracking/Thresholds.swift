/// The numbers that decisions are made on, each with the reason for its value.
enum Thresholds {
    // MARK: How wrong a fix is

    /// Metres: the radius taken where a receiver gives none; a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// Metres of horizontal error at a dilution of 1 in gpsd's model, which no receiver of today reaches.
    static let modelRadius = 19.0
    /// The part of gpsd's model that holds 95 of 100 fixes of receivers old and new in the open (7 m at 0.9).
    static let dilutionShare = 0.37
    /// Metres: no receiver without corrections is better along an axis for minutes.
    static let smallestDeviation = 0.3
    /// The part of the error that is new each epoch.
    static let fastShare = 0.06
    /// Metres: the last digit of what a receiver prints.
    static let smallestFastDeviation = 0.05
    /// Seconds in which the slow error forgets two thirds of itself: it follows satellites, ionosphere and
    /// reflections; the longest that is common, so that averages are not taken for better than they are.
    static let memory = 250.0

    /// The same for what is left of the error under a worse sky.
    static let skyMemory = 10.0

    // MARK: How a machine moves

    /// Square metres per second cubed: a push of 1 m/s in a second, a car in the city; where no speed tells.
    static let movingAcceleration = 2.0
    /// Square metres per second: how far what stands still moves.
    static let standingDrift = 1e-6
    /// Metres per second: the error of a speed from the Doppler shift, new each epoch and lasting for 20 s.
    static let speedDeviation = 0.12
    static let speedDrift = 0.025
    /// The part of a change of speed, times its duration, by which the way between two epochs is uncertain.
    static let bendShare = 0.1
    /// Per second: the same as a part of the speed, for what changes and changes back between them.
    static let unseenShare = 0.004
    /// Metres per metre per second, squared: speeds are some hundredths of a second older than positions, and so the
    /// way is off wherever the speed changes.
    static let latency = 0.03
    /// Metres per second above which every receiver that gives courses gives one.
    static let courseSpeed = 0.5
    /// Metres, and a part of the way, within which a measured speed and two positions never agree for long; one worked
    /// out from them does: both are printed in millimetres.
    static let derivedDifference = 0.004
    static let derivedShare = 0.0003
    /// Fixes in a row, on balance, that show it: even at 40 m/s one measured speed in eight agrees by chance.
    static let derivedFixes = 6
    /// Seconds over which positions are held against the reported way: reflections come and go in that time.
    static let trustTime = 120.0
    /// Metres, and deviations, by which they may differ from it meanwhile: as far as reflections carry them.
    static let trustDistance = 30.0
    static let trustDeviations = 16.0
    /// The part of that within which a speed is believed again.
    static let trustReturn = 0.25
    /// How many times longer than the positions' the way may be where the speed has no direction: a round trip.
    static let trustCircles = 20.0

    // MARK: Whether it moves

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

    // MARK: Which fixes are believed

    /// Seconds of travel after which a fix no longer says where the present ones should be: the way by Doppler
    /// drifts by metres in that time, and reflections last for less.
    static let witnessTime = 300.0
    /// Square metres per second by which the way by Doppler drifts at its best.
    static let ordinaryDrift = 0.1
    /// Seconds of standing after which positions alone make a consensus, and in which the hold on them sets.
    static let blindConsensus = 120.0
    static let blindHold = 20.0
    /// Seconds for which that consensus holds against all fixes: somebody on foot is far away by then.
    static let blindPatience = 30.0
    /// The same with a measured speed: a reflection that lasts longer than that is where the machine is.
    static let patience = 600.0
    /// Metres, and radii of the fix, that no reflection reaches: there its word counts within seconds.
    static let farDistance = 100.0
    static let farRadii = 8.0
    /// Seconds between two witnesses.
    static let witnessInterval = 5.0
    /// Deviations within which fixes are of one mind.
    static let consensusDeviations = 3.0
    /// How much more another place must have for it than the present one.
    static let conversion = 1.2

    // MARK: Jumps

    /// Metres that two fixes may always differ by: a receiver that changes its satellites.
    static let jumpSlack = 10.0
    /// Fixes in a row that agree with each other against the estimate, until they are believed: one more than the
    /// longest burst of bad fixes that is common.
    static let agreeingFixes = 4
    /// The same after a gap, in which the machine may have gone anywhere within reach.
    static let agreeingFixesAfterGap = 2
    /// Metres per second at which what was found elsewhere may go on where it reports less: any car or train.
    static let strangerSpeed = 60.0
    /// Seconds without an accepted fix that are a gap.
    static let gap = 5.0
    /// Seconds after which the estimate begins anew.
    static let restart = 30.0
    /// Seconds: what comes sooner after another fix is its echo.
    static let echo = 0.02

    // MARK: What is shown

    /// The radius shown, as a multiple of what the filter works out: its model of the error is a simple one.
    static let radiusMargin = 1.33
    /// Metres, one deviation, from which it grows with the deviation where no measured speed tells reflections from
    /// the way, and the most by which: reflections are no normal distribution.
    static let blindSky = 3.0
    static let blindWorst = 1.8
    /// The part of a receiver's error, under the best sky of late, that stays on the move: nothing shows it there.
    static let movingShare = 0.97
    /// Metres: the smallest radius that is claimed, without and with corrections: what the atmosphere does to all
    /// fixes alike stays for hours, and the antenna is not the machine.
    static let smallestRadius = 2.5
    static let smallestCorrectedRadius = 1.0
    /// Seconds without fixes after which the way is not guessed any more: long tunnels.
    static let longestBridge = 600.0
    /// How much faster than before and after it may have gone meanwhile: a part, and metres per second.
    static let bridgeHaste = 1.5
    static let bridgeStart = 5.0
}
