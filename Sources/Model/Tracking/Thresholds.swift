/// The constants of the estimation, each with its unit, meaning and source.
///
/// "Measured" refers to the drives with surveyed truth and the recordings at rest in docs/truth.md. Limits of times,
/// frozen positions and platforms are declared beside the types that use them.
enum Thresholds {}

// MARK: The claimed radius of a fix
extension Thresholds {
    /// The radius in metres assumed if a receiver reports none: a receiver of the year 2000 in the open.
    static let unknownRadius = 15.0
    /// The smallest radius in metres that is computed with, gpsd's last digit, and the largest.
    static let minRadius = 0.001
    static let maxRadius = 1e5
    /// The ratio of the 95 % radius of a circular normal distribution to its deviation along an axis (Rayleigh).
    static let ninetyFivePercent = 2.448
    /// The share of gpsd's model that is assumed until rest has shown more: it is 2 to 7 times too wide (measured).
    static let modelShare = 0.65
    /// The seconds of a mean at rest from which the distances to it show the scale of the errors, the seconds of such
    /// distances after which they alone decide, and those over which they are averaged: errors last for up to 15 minutes.
    static let scaleStart = 300.0
    static let scaleKnown = 1800.0
    static let scaleTime = 14_400.0
    /// The factor by which the errors exceed these distances, as the mean follows them (measured), and the largest scale.
    static let scaleMargin = 1.25
    static let maxScale = 4.0
    /// The largest scale that motion shows, where a wrong speed looks like a wrong position.
    static let maxMotionScale = 2.0
    /// The ratios to the receiver's usual radius above which the sky is worse than usual, so that Doppler is too, and
    /// poor, so that errors are averaged apart: streets double the dilution.
    static let usualSky = 1.1
    static let poorSky = 1.5
    /// The ratio to the least radius up to which a fix has full weight at rest.
    static let fullWeight = 1.3
    /// The seconds in which the least radius grows by itself: satellites rise and set within hours.
    static let leastRadiusTime = 1800.0
    /// The smallest radius reported in metres with carrier phases, and what is added without: the atmosphere shifts all
    /// fixes alike for hours, and the antenna is not the machine.
    static let minCorrectedRadius = 1.0
    static let minUncorrectedPart = 1.5
}

// MARK: Smoothing and averaging
extension Thresholds {
    /// The seconds over which positions in motion may be smoothed: the errors of receivers last for seconds to minutes.
    static let smoothingTimes = [5.0, 15, 45]
    /// The seconds over which errors are averaged: they change with the satellites in view.
    static let spreadTime = 1200.0
    /// The seconds of rest and of motion without which nothing is proved.
    static let minSpreadTime = 30.0
    /// The uncertainty of an average over as long as errors last: half of it, as several lasting errors add up
    /// (measured: with 0.2 one of the drives comes out 4 % worse than the fixes).
    static let samplingError = 0.5
    /// The longest mean at rest in seconds: satellites repeat their path, and its reflections, each sidereal day.
    static let longestMean = 86_164.0
    /// The seconds over which fixes must have left the mean at rest, and the mean speed in m/s that must show it too:
    /// more than the drift of Doppler indoors.
    static let offsetTime = 5.0
    static let displacingSpeed = 0.4
    /// The distance in metres, and in deviations of the receiver's errors at rest, from which fixes have left the mean.
    static let displacedDistance = 5.0
    static let displacedDeviations = 3.0
    /// The seconds after which such fixes are not a reflection, and those of the mean that they then leave.
    static let displacedTime = 60.0
    static let displacedMean = 60.0
    /// The seconds for which no rest begins if the speed shows it too.
    static let restPause = 5.0
    /// The multiple of the offset that the radius covers.
    static let offsetCover = 1.25
}

// MARK: The speed
extension Thresholds {
    /// The standard deviation of a good receiver's Doppler speed along an axis in m/s: makers state 0.05 to 0.1.
    static let dopplerDeviation = 0.09
    /// Its spectral density in m²/s: twice the variance times its correlation time of 1.5 s, at 0.08 m/s.
    static let dopplerDensity = 0.018
    /// The least variance learnt in (m/s)²: a speed held at 0 for hours must not make the noise unlearnable.
    static let leastDopplerVariance = 0.0004
    /// The largest noise in units of a good receiver's: 0.5 m/s; more is no speed (phones: 0.13 to 0.54 m/s).
    static let maxDopplerFactor = 5.5
    /// The multiple of the variance from which a deviation no longer counts as noise.
    static let dopplerCut = 8.0
    /// The seconds of measurements that the initial noise weighs as much as.
    static let dopplerPrior = 10.0
    /// The speed in m/s up to which receivers omit the course, and within which two speeds are one.
    static let restingSpeed = 0.2
    static let sameSpeed = 0.1
    /// The agreement of a derived speed with the positions in metres, a centimetre as NMEA prints them, and as a fraction
    /// of the distance; steps below five times that show nothing.
    static let derivedDifference = 0.01
    static let derivedFraction = 0.0005
    static let leastStep = 0.05
    /// The speed in units of the noise times 0.09 m/s above which noise across it hardly lengthens the way.
    static let clearSpeed = 0.9
}

// MARK: Rest and motion
extension Thresholds {
    /// The seconds of the mean speed that decides: longer than Doppler noise lasts, shorter than the five in which a user
    /// expects a start to show.
    static let quickTime = 3.0
    /// The mean speed in m/s, times the noise, at which a rest begins, and up to which it goes on: three and five times
    /// the noise of the mean (0.05 m/s).
    static let restBegun = 0.16
    static let restKept = 0.28
    /// The change of speed in m/s, times the noise, that no noise explains: eleven deviations.
    static let suddenChange = 1.0
    /// The noise from which a longer mean must be small too, that mean in seconds and in m/s times the noise.
    static let noisy = 1.5
    static let steadyTime = 8.0
    static let steadyRest = 0.25
    /// The seconds over which a speed that leads nowhere shows itself as noise, the largest mean square of it in
    /// (m/s)², and the largest share of it that the mean may have: errors of phones last for 8 s.
    static let slowTime = 20.0
    static let maxNoiseSquare = 1.0
    static let aimless = 0.25
    /// The seconds over which the density of the noise is learnt.
    static let strayedTime = 300.0
    /// The share of it that counts against a drift: to take a drift for rest does more harm than the opposite.
    static let strayedShare = 0.3
    /// The largest difference between the way by the positions and that by the speed of a true start, as a share.
    static let followingShare = 0.5
    /// The seconds after which the speed at rest is noise alone.
    static let settlingTime = 5.0
    /// A slow drift: the variance of its speed in (m/s)² and its duration in seconds (a boat at anchor, 0.05 m/s).
    static let driftVariance = 0.0025
    static let driftTime = 60.0
    /// The logarithm of its likelihood ratio before any evidence, at which it is believed, given up, and limited, and the
    /// seconds for which evidence lasts.
    static let driftPrior = -3.0
    static let driftOn = 2.0
    static let driftOff = -2.0
    static let driftLimit = 6.0
    static let driftMemory = 1200.0
    /// The same below which a long mean is safe, since there is no evidence for a drift.
    static let driftRefuted = -3.0
}

// MARK: The distance
extension Thresholds {
    /// The metres, at least half a radius, that positions must leave a place before distance counts: their wandering.
    static let leastDeparture = 4.0
    /// The share of that which the speed must have travelled: positions that jump do not move.
    static let leastWay = 0.5
    /// The largest ratio of the distance to the displacement then: a right angle is 1.4.
    static let roundabout = 2.0
    /// The seconds of rest after which the place of departure is the mean.
    static let longRest = 60.0
}

// MARK: Motion by positions alone
extension Thresholds {
    /// The seconds over which positions show a walk and a stroll.
    static let wanderTimes = SIMD2(15.0, 60)
    /// The share of the radius by which fixes at rest wander meanwhile, until it is known (measured).
    static let wanderShares = SIMD2(0.125, 0.17)
    /// The least wandering learnt in metres, for receivers that hold their position.
    static let leastWander = 0.1
    /// The largest claimed radius in metres that counts for that: some receivers claim three times their error.
    static let widestSky = 20.0
    /// The seconds of positions for a judgement on a stop, and the share of the usual displacement that is one.
    static let blindStart = 8.0
    static let blindStop = 0.55
    /// The share of it over 15 s that may be a slow start, if the speed leads there too: a creep of 0.45 m/s.
    static let goingOn = 0.6
    /// The ratio of the displacement that ends a rest to that at which one begins.
    static let blindLeave = 2.2
}

// MARK: Jumps
extension Thresholds {
    /// The distance in metres, and in radii, at which a fix is implausible at rest or smoothed: beyond an error.
    static let nearJump = 25.0
    static let jumpRadii = 1.5
    /// The same in metres while the fix itself is shown: receivers correct themselves by tens of metres after a loss of
    /// signal, and are right.
    static let farJump = 100.0
    /// The number of fixes that overrule the estimate if they agree, as gpsd_json(5) recommends for times, and the
    /// seconds for which they must: longer than bursts of outliers, at most the 5 s for which a true fix may be ignored.
    static let agreeingFixes = 3
    static let patience = 3.0
    static let patienceAfterGap = 1.0
    /// At rest, the share of the time since the position has moved this far in metres, and the maximum in seconds:
    /// reflections indoors last for a minute.
    static let calmShare = 0.25
    static let calmDistance = 30.0
    static let maxPatience = 75.0
    /// The radii within which a fix at rest without effect is a reflection, not a fault.
    static let heldRadii = 8.0
    /// The largest number of refused fixes that are remembered.
    static let maxSuspects = 128
    /// The speed in m/s of nearly all vehicles, the factor by which a vehicle may exceed the speed before and after a gap,
    /// and the metres by which a position after it may be off anyway.
    static let usualMaxSpeed = 100.0
    static let gapSpeedFactor = 1.5
    static let gapSlack = 100.0
    /// The speed in m/s beyond that with which it may have driven in a gap: a city's, or in a longer one the mean of a vehicle
    /// that starts and brakes with an acceleration in m/s², half of a train's, which also waits on the way.
    static let gapSpeedMargin = 10.0
    static let gapAcceleration = 0.5
    /// The acceleration in m/s² of nearly all vehicles.
    static let usualAcceleration = 4.0
}

// MARK: Intervals
extension Thresholds {
    /// The seconds without a fix that make a gap, and the same in mean intervals of a slow receiver.
    static let gap = 5.0
    static let gapIntervals = 2.5
    /// The share of a new interval in the mean, and the difference within which two in a row are the interval.
    static let intervalShare = 0.1
    static let sameInterval = 0.2
    /// The seconds within which a fix only repeats the previous one, and the longest interval computed with.
    static let echo = 0.02
    static let longestStep = 1e9
    /// The receivers of which statistics are kept.
    static let maxReceivers = 8
}
