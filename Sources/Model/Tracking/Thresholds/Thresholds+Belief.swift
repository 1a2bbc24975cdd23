/// Which fixes are believed.
extension Thresholds {
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
    static let patience = 300.0
    /// Metres, the deviation under an open sky, and how many times longer than there reflections last under the worst.
    static let openSky = 2.5
    static let worstSky = 2.0
    /// Metres, and radii of the fix, that no reflection reaches: there its word counts within seconds.
    static let farDistance = 100.0
    static let farRadii = 8.0
    /// Seconds between two witnesses.
    static let witnessInterval = 5.0
    /// Deviations within which fixes are of one mind.
    static let consensusDeviations = 3.0
    /// How much more another place must have for it than the present one.
    static let conversion = 1.2
}
