import Location

/// The weight of each witness.
///
/// Only the past of the position contradicts it: nothing moves like that. All others speak of a receiver in unusual
/// conditions, whose position may be right.
enum JudgementTable {
    /// The level that a witness causes without others.
    static func level(of code: Integrity.Code) -> Integrity.Level {
        switch code {
        case .jump, .gapJump: .contradicted
        case .speed, .constant, .skyLeap, .sameStrength, .constellationLoss, .time, .clockDrift, .altitude, .jamming,
            .antenna:
            .doubtful
        // A roof looks the same; it counts with the fix that follows a gap.
        case .signalLoss: .nominal
        }
    }

    /// Returns true for a witness that the satellites are not the true ones: while it lasts, trust does not come back.
    static func preventsTrust(_ code: Integrity.Code) -> Bool {
        switch code {
        case .constant, .skyLeap, .sameStrength, .constellationLoss, .time, .clockDrift: true
        case .jump, .gapJump, .speed, .signalLoss, .altitude, .jamming, .antenna: false
        }
    }

    /// Metres beyond what is possible from which a leap contradicts by itself; a smaller one is doubtful, and contradicts if
    /// another witness speaks too.
    static let clearLeap = 150.0
    /// The seconds for which positions must agree with each other after a leap, and for which a leap is suspected at most:
    /// receivers err for some seconds.
    static let agreement = 4.0
    static let maxSuspicion = 10.0
    /// The seconds for which the level is kept after a witness has fallen silent: lists of satellites come every 5 s.
    static let hold = 10.0
    /// The seconds for which a fix is held before it is known what is usual; receivers correct themselves after a start.
    static let settling = 60.0
    /// The same while they report two dimensions only.
    static let longSettling = 180.0
    /// The seconds for which an unusual way through a gap is doubtful.
    static let unusualGap = 600.0
    /// The satellites in use without which a position is extrapolated, and the seconds for which a list counts for that.
    static let minSatellites = 3
    static let listMemory = 30.0
    /// The seconds between lists of satellites that repeat each other.
    static let listInterval = 1.0
    /// The seconds for which a position is extrapolated at most.
    static let maxExtrapolation = 90.0

    /// The seconds of agreement after which a claim is trusted that is back at the trusted place, or in its reach.
    static let homeAgreement = 10.0
    static let reachAgreement = 25.0
    /// The seconds of agreement after which any claim is trusted: attacks last for hours; and one that was doubtful.
    static let longAgreement = 6.0 * 3600
    static let doubtfulAgreement = 1800.0
    /// The seconds without a position that a way of any length explains: the receiver was off.
    static let longGap = 3600.0
}
