/// A part of a way with one acceleration, so that the way is the integral of the speed to the last digit.
struct MotionSegment: Sendable {
    /// Metres that are none: what rounding leaves of a way.
    private static let nothing = 1e-6

    let seconds: Double
    let metres: Double
    /// Metres per second at its end.
    let speed: Double
    /// Whether all the way that was left is gone.
    let isLast: Bool

    /// Goes on from a speed for so many seconds, or for less where no more metres are left.
    ///
    /// An acceleration below 0 must not lead to a standstill before either is over.
    init(from begin: Double, acceleration: Double, seconds most: Double, metresLeft left: Double) {
        let arrival = max(0, begin * begin + 2 * acceleration * left).squareRoot()
        let needed = left < Self.nothing ? 0 : 2 * left / (begin + arrival)
        isLast = needed <= most
        seconds = isLast ? needed : most
        speed = isLast && needed > 0 ? arrival : begin + acceleration * seconds
        metres = (begin + speed) / 2 * seconds
    }
}
