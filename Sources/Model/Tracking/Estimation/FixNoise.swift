import Location

/// How wrong a fix is taken to be, one axis of the map at a time.
struct FixNoise: Sendable {
    /// Metres: the standard deviation of the error that wanders over minutes.
    let deviation: Double
    /// Variance of that error, square metres.
    var slowVariance: Double { deviation * deviation }
    /// Variance of the error that is new each epoch, square metres.
    let fastVariance: Double
    /// Metres: the radius that holds the truth 95 times in 100, as far as one fix tells.
    let realisticRadius: Double
    /// Metres: the radius that the fix, or gpsd in its place, claims, and not less than its sky makes likely.
    let radius: Double

    /// A radius that holds 95 of 100 points of a circular normal distribution, in standard deviations (Rayleigh).
    static let ninetyFivePercent = 2.448

    /// Takes what is claimed, or what the dilution makes likely where that is more: receivers flatter themselves.
    ///
    /// Corrections make better than likely; then the claim stands.
    init(_ fix: Fix, dilution: Double?) {
        let claimed = fix.horizontalAccuracy
        let likely = dilution.map { min($0, 50) * Thresholds.modelRadius * Thresholds.dilutionShare }
        let given = min(claimed?.radius ?? Thresholds.unknownRadius, 1e5)
        let isModel = claimed?.origin != .receiver && claimed?.origin != .axes
        let own = isModel ? given * Thresholds.dilutionShare : given
        let honestRadius = max(own, (likely ?? 0) * fix.differential.errorShare)
        self.realisticRadius = honestRadius
        deviation = max(honestRadius / Self.ninetyFivePercent, Thresholds.smallestDeviation)
        let quick = max(deviation * Thresholds.fastShare, Thresholds.smallestFastDeviation)
        fastVariance = quick * quick
        radius = max(given, honestRadius)
    }
}
