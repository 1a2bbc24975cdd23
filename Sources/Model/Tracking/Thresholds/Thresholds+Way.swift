/// How a machine moves.
extension Thresholds {
    /// Square metres per second cubed: a push of 1.4 m/s in a second, a car in the city; where no speed tells.
    static let movingAcceleration = 2.0
    /// Square metres per second: how far what stands still moves.
    static let standingDrift = 1e-6
    /// Metres per second: the error of a speed from the Doppler shift, new each epoch and lasting for 20 s.
    static let speedDeviation = 0.12
    static let speedDrift = 0.025
    /// The part of a change of speed, times its duration, by which the way between two epochs is uncertain.
    static let bendShare = 0.05
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
    /// Seconds over which the delay of a receiver's velocity is learnt, the squared changes of velocity that tell as much
    /// as the belief that there is none, and the longest delay.
    static let delayTime = 1800.0
    static let delayPrior = 300.0
    static let longestDelay = 2.0
    /// Seconds over which positions are held against the reported way: reflections come and go in that time.
    static let trustTime = 120.0
    /// Metres, and deviations, by which they may differ from it meanwhile: as far as reflections carry them.
    static let trustDistance = 30.0
    static let trustDeviations = 16.0
    /// The same, where nothing counts that comes faster than so many metres per second: reflections come in seconds.
    static let creptDistance = 12.0
    static let creptDeviations = 6.0
    static let creepingPace = 1.2
    /// The part of that within which a speed is believed again.
    static let trustReturn = 0.25
    /// How many times longer than the positions' the way may be where the speed has no direction: a round trip.
    static let trustCircles = 20.0
}
