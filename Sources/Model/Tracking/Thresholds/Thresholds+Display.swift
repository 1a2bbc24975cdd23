/// What is shown.
extension Thresholds {
    /// The radius shown, as a multiple of what the filter works out: its model of the error is a simple one.
    static let radiusMargin = 1.33
    /// Metres, one deviation, from which it grows with the deviation where no measured speed tells reflections from
    /// the way, and the most by which: reflections are no normal distribution.
    static let blindSky = 3.0
    static let blindWorst = 1.8
    /// Seconds over which the fixes' distance from the estimate is looked at, at least and at most, and how many times that the radius is at
    /// least.
    static let recentTime = 20.0
    static let longestRecentTime = 240.0
    static let recentShare = 1.25
    /// The part of a receiver's error, under the best sky of late, that stays on the move: nothing shows it there.
    static let movingShare = 0.97
    /// Metres: what is added to the smallest radius that is claimed without corrections, and that radius itself: what the atmosphere does to all
    /// fixes alike stays for hours, and the antenna is not the machine.
    static let smallestUncorrectedPart = 1.5
    static let smallestCorrectedRadius = 1.0
    /// Seconds without fixes after which the way is not guessed any more: long tunnels.
    static let longestBridge = 1800.0
    /// How much faster than before and after it may have gone meanwhile: a part, and metres per second.
    static let bridgeHaste = 1.5
    static let bridgeStart = 5.0
}
