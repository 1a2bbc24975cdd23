/// The effect of an environment on a receiver.
struct SkyCondition: Sendable {
    /// The range of the horizontal dilution of precision.
    let dilution: ClosedRange<Double>
    /// The factor of the receiver's own error relative to open sky.
    let scale: Double
    /// The factor of the velocity error.
    let velocityScale: Double
    /// The error that changes every few metres travelled, one standard deviation north and east each, in metres.
    let fading: Double
    /// The mean time in seconds between multipath excursions; nil for none.
    let excursionGap: Double?
    /// The size of an excursion in metres.
    let excursionSize: ClosedRange<Double>
    /// The duration of an excursion in seconds.
    let excursionTime: ClosedRange<Double>
    /// The mean time in seconds between losses of the position; nil for none.
    let dropoutGap: Double?

    init(
        dilution: ClosedRange<Double>, scale: Double = 1, velocityScale: Double = 1, fading: Double = 0,
        excursionGap: Double? = nil, excursionSize: ClosedRange<Double> = 0...0,
        excursionTime: ClosedRange<Double> = 1...1, dropoutGap: Double? = nil
    ) {
        self.dilution = dilution
        self.scale = scale
        self.velocityScale = velocityScale
        self.fading = fading
        self.excursionGap = excursionGap
        self.excursionSize = excursionSize
        self.excursionTime = excursionTime
        self.dropoutGap = dropoutGap
    }

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
