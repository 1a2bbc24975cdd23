import Location

/// How wrong a fix is taken to be, one axis of the map at a time, before evidence says otherwise.
struct FixNoise: Sendable {
    /// Variance of the error that wanders over minutes, square metres.
    let slow: Double
    /// Variance of the error that is new each epoch, square metres.
    let fast: Double

    /// A radius that holds 95 of 100 points of a circular normal distribution, in standard deviations (Rayleigh).
    static let ninetyFivePercent = 2.448

    init(_ fix: Fix, scale: Double) {
        let claimed = fix.horizontalAccuracy
        let radius = claimed?.radius ?? Thresholds.unknownRadius
        let honest = claimed?.origin == .receiver ? radius : radius * Thresholds.dilutionShare
        let deviation = max(honest / Self.ninetyFivePercent * scale, Thresholds.smallestDeviation)
        slow = deviation * deviation
        let quick = max(deviation * Thresholds.fastShare, Thresholds.smallestFastDeviation)
        fast = quick * quick
    }
}
