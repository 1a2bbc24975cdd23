/// The effect of an environment on a receiver.
struct SkyCondition: Sendable {
    /// The range of the horizontal dilution of precision.
    let dilution: ClosedRange<Double>
    /// The factor of the receiver's own error relative to open sky.
    var scale = 1.0
    /// The factor of the velocity error.
    var velocityScale = 1.0
    /// The error that changes every few metres travelled, one standard deviation north and east each, in metres.
    var fading = 0.0
    /// The mean time in seconds between multipath excursions; nil for none.
    var excursionGap: Double?
    /// The size of an excursion in metres.
    var excursionSize = 0.0...0
    /// The duration of an excursion in seconds.
    var excursionTime = 1.0...1
    /// The mean time in seconds between losses of the position; nil for none.
    var dropoutGap: Double?
}

extension SkyCondition {
    /// Creates the condition with the figures of docs/truth.md; nil if no position is available.
    init?(_ surroundings: SignalEnvironment) {
        switch surroundings {
        case .open: self.init(dilution: 0.8...0.9)
        case .street:
            self.init(
                dilution: 0.9...1.6, scale: 1.3, velocityScale: 1.5, fading: 1, excursionGap: 100,
                excursionSize: 4...18, excursionTime: 8...40)
        case .canyon:
            self.init(
                dilution: 2...6, scale: 2, velocityScale: 2, fading: 3, excursionGap: 90,
                excursionSize: 10...60, excursionTime: 20...120, dropoutGap: 400)
        case .cutting:
            self.init(
                dilution: 1.2...3, scale: 1.6, velocityScale: 1.5, fading: 1, excursionGap: 120,
                excursionSize: 5...25, excursionTime: 5...20, dropoutGap: 150)
        case .tunnel, .off: return nil
        }
    }
}
