import Location

extension Differential {
    /// The part of the error that the sky makes likely without corrections: those of satellites (SBAS) take the
    /// ionosphere out and leave reflections; carrier phases and surveys leave next to nothing.
    var errorShare: Double {
        switch self {
        case .none, .deadReckoning, .gnssDeadReckoning, .simulated: 1
        case .dgps, .precise: 0.5
        case .rtkFixed, .rtkFloat, .surveyed: 0
        }
    }

    /// Metres: the smallest radius that is claimed.
    ///
    /// What the atmosphere does to all fixes alike stays for hours, and the antenna is not the machine.
    var minRadius: Double { Thresholds.smallestCorrectedRadius + errorShare * Thresholds.smallestUncorrectedPart }
}
