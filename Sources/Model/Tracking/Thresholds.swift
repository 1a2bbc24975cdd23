/// The constants of the tracking filter, each with the reason for its value.
///
/// Limits of times, frozen positions and platforms are declared beside the types that use them.
enum Thresholds {}

// MARK: The error of a fix
extension Thresholds {
    /// The radius in metres assumed if a receiver reports none: a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// Metres of horizontal error at a dilution of 1 in gpsd's model; current receivers are better.
    static let modelRadius = 19.0
    /// The fraction of gpsd's model that holds 95 of 100 fixes of receivers old and new in the open (7 m at 0.9).
    static let dilutionFactor = 0.37
    /// The smallest deviation along an axis over minutes without corrections, in metres.
    static let minDeviation = 0.3
    /// The fraction of the error that is independent in each epoch.
    static let fastFraction = 0.06
    /// The smallest fast deviation in metres: the last printed digit.
    static let minFastDeviation = 0.05
    /// The correlation time of the slow error in seconds, which follows satellites, ionosphere and reflections: the
    /// longest common one, so that averages are not overestimated.
    static let errorMemory = 250.0
    /// The correlation time in seconds of the error that poor reception has left.
    static let poorSkyMemory = 10.0
}

// MARK: The motion of a machine
extension Thresholds {
    /// The acceleration noise in m²/s³ without a measured speed: 1.4 m/s in a second, a car in the city.
    static let movingAcceleration = 2.0
    /// The drift of a stationary machine in m²/s.
    static let standingDrift = 1e-6
    /// The error of a Doppler speed in m/s: independent in each epoch, and correlated over 20 s.
    static let speedDeviation = 0.12
    static let speedDrift = 0.025
    /// The fraction of a change of speed times its duration by which the displacement is uncertain.
    static let bendFraction = 0.05
    /// The fraction of the speed, per second, for changes between two epochs that cancel out.
    static let unseenFraction = 0.004
    /// Square metres per m/s: speeds lag behind positions by hundredths of a second, which matters when they change.
    static let latency = 0.03
    /// The speed in m/s above which every receiver that reports courses does so.
    static let courseSpeed = 0.5
    /// The difference between speed and positions, in metres and as a fraction of the distance, below which the speed is
    /// derived from them: a measured one never agrees for long, and both are printed in millimetres.
    static let derivedDifference = 0.004
    static let derivedFraction = 0.0003
    /// The net number of fixes that prove it: even at 40 m/s one measured speed in eight agrees by chance.
    static let derivedFixes = 6
    /// The time constant in seconds for learning the delay of a velocity, the squared changes of velocity that weigh as
    /// much as the prior of no delay, and the longest delay in seconds.
    static let delayTime = 1800.0
    static let delayPrior = 300.0
    static let maxSpeedDelay = 2.0
    /// The time constant in seconds for comparing positions with the reported travel: longer than reflections last.
    static let plausibilityTime = 120.0
    /// The plausible difference between both in metres and in deviations: the reach of reflections.
    static let plausibleDistance = 30.0
    static let plausibleDeviations = 16.0
    /// The same without differences faster than a speed in m/s: reflections appear within seconds.
    static let creptDistance = 12.0
    static let creptDeviations = 6.0
    static let creepingSpeed = 1.2
    /// The fraction of these limits within which a speed is trusted again.
    static let trustReturn = 0.25
    /// The plausible ratio of the distance by speed to the displacement if the speed has no course: a round trip.
    static let roundTripFactor = 20.0
}

// MARK: The detection of motion
extension Thresholds {
    /// The averaging time in seconds for starts and stops, within the five that a user expects.
    static let quickTime = 1.0
    /// The same for positions alone.
    static let blindQuickTime = 2.0
    /// The averaging time in seconds, at least this many epochs, in which slow motion such as a boat's at anchor exceeds
    /// the noise.
    static let slowTime = 10.0
    static let slowEpochs = 10.0
    /// The fraction of that time that must be covered.
    static let slowCoverage = 0.6
    /// The speed in m/s, and in deviations, that a receiver at rest does not report for seconds.
    static let startSpeed = 0.4
    static let startDeviations = 4.5
    /// The same in position deviations per second: with poor reception the Doppler shift is as poor.
    static let startPositionFactor = 0.2
    /// The speed in m/s below which, for seconds, it rests.
    static let stopSpeed = 0.22
    /// The speed in m/s, and in deviations of a single epoch, that is motion over the slow time.
    static let creepSpeed = 0.08
    static let creepDeviations = 1.15
    /// The displacement required for slow motion in deviations, for each metre of deviation and at most: settling
    /// receivers creep less.
    static let creepFactor = 0.3
    static let maxCreepFactor = 2.5
    /// The fraction of that speed that sustains the motion.
    static let creepHysteresis = 0.45
    /// The seconds over which an imperceptible speed adds up to a displacement; longer, its error would.
    static let driftTime = 60.0
    /// The fraction of the reported distance that positions must cover: reflections slow or rotate them.
    static let agreement = 0.3
    /// The speed in m/s by positions alone for a start and for a stop.
    static let startRate = 2.0
    static let stopRate = 1.2
    /// The displacement in metres required for a start: reflections reach as far, but less often.
    static let startDistance = 16.0
    /// The seconds in which positions alone show a stroll, the displacement in deviations required, and the speed in m/s
    /// below which it ends.
    static let strollTime = 60.0
    static let strollDeviations = 5.5
    static let strollStop = 0.2
    /// The speed in m/s that positions never reach for ten seconds at rest.
    static let impossibleRate = 8.0
}

// MARK: Jumps
extension Thresholds {
    /// The distance in metres by which two fixes may always differ: a change of satellites.
    static let jumpSlack = 10.0
    /// The number of consecutive fixes that agree with each other against the estimate until they are accepted: one more
    /// than the longest common burst of outliers.
    static let agreeingFixes = 4
    /// The same after a gap, in which the machine may have moved.
    static let agreeingFixesAfterGap = 3
    /// The seconds for which they must agree: a burst of a fast receiver is one error.
    static let agreeingTime = 2.0
    static let agreeingTimeAfterGap = 1.0
    /// The longest acceleration in seconds.
    static let maxAccelerationTime = 10.0
    /// The speed in m/s at which suspects may move if they report less: any car or train.
    static let suspectSpeed = 60.0
    /// The seconds without an accepted fix that make a gap.
    static let gap = 5.0
    /// The seconds after which the estimate restarts.
    static let restart = 30.0
    /// The same in intervals of a slow receiver.
    static let restartIntervals = 3.0
    /// The seconds within which a fix only repeats the previous one.
    static let echo = 0.02
}

// MARK: The consensus of fixes
extension Thresholds {
    /// The seconds of travel after which a fix no longer bears on the present position: the distance by Doppler drifts
    /// by metres in that time, and reflections are shorter.
    static let sampleLifetime = 300.0
    /// The drift of the displacement by Doppler at its best in m²/s.
    static let ordinaryDrift = 0.1
    /// The seconds at rest after which positions alone make a consensus, and the time constant of its hold.
    static let blindConsensus = 120.0
    static let blindHold = 20.0
    /// The seconds for which that consensus outweighs all fixes: a pedestrian is far away by then.
    static let blindConsensusTimeout = 30.0
    /// The same with a measured speed: a longer reflection is the true position.
    static let consensusTimeout = 300.0
    /// The deviation under open sky in metres, and the maximum factor by which reflections last longer elsewhere.
    static let openSkyDeviation = 2.5
    static let maxSkyFactor = 2.0
    /// The distance in metres, and in radii of the fix, beyond all reflections: such fixes count within seconds.
    static let farDistance = 100.0
    static let farRadii = 8.0
    /// The seconds between two samples.
    static let sampleInterval = 5.0
    /// The deviations within which fixes agree.
    static let consensusDeviations = 3.0
    /// The ratio of densities at which the consensus moves to another position.
    static let switchRatio = 1.2
}

// MARK: The values shown
extension Thresholds {
    /// The ratio of the radius shown to that of the filter, whose error model is simple.
    static let radiusMargin = 1.33
    /// The deviation in metres from which the radius grows without a measured speed, and its maximum factor: reflections
    /// are not normally distributed.
    static let blindDeviation = 3.0
    static let maxBlindFactor = 1.8
    /// The seconds over which the offset of fixes from the estimate is averaged, minimum and maximum, and the ratio of
    /// the radius to that offset.
    static let recentTime = 20.0
    static let maxRecentTime = 240.0
    static let recentFactor = 1.25
    /// The fraction of the error under the best recent sky that remains, unobservable, in motion.
    static let movingFraction = 0.97
    /// The increment in metres of the smallest radius without corrections, and that radius: the atmosphere shifts all
    /// fixes alike for hours, and the antenna is not the machine.
    static let minUncorrectedPart = 1.5
    static let minCorrectedRadius = 1.0
    /// The seconds without fixes beyond which the distance is not estimated: long tunnels.
    static let maxGapTime = 1800.0
    /// The factor and margin in m/s by which the speed in a gap may exceed that before and after it.
    static let gapSpeedFactor = 1.5
    static let gapSpeedMargin = 5.0
}
