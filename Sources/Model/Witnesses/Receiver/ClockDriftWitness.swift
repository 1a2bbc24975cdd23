import Location

/// A witness of a step in the drift of the receiver's clock: another transmitter has another oscillator.
///
/// The drift is that of the crystal against the satellites. In all recordings it changes by at most 2 ns/s in a second; that
/// of a transmitter is off by tens to thousands.
struct ClockDriftWitness: Sendable {
    /// The step in ns/s that no crystal makes in a second, and the largest of a calm one.
    private static let step = 30.0
    private static let calm = 10.0
    /// The seconds of calm that make it a witness, the longest step in seconds, and the drift of a crystal meanwhile in ns/s²:
    /// 0.1 ppm/°C times 5 °C a minute (TCXO).
    private static let learning = 60.0
    private static let maxStep = 5.0
    private static let wander = 0.1
    /// The reports that show more than an outlier, and the seconds after which the new drift is taken for usual.
    private static let minCount = 3
    private static let patience = 3600.0

    private var trusted: (drift: Double, time: Double)?
    private var calmSeconds = 0.0
    private var count = 0
    private var heardAt = 0.0
    /// The step in ns/s.
    private(set) var difference = 0.0
    /// True while the drift is another one than before.
    var isActive: Bool { count >= Self.minCount }

    /// Forgets the drift, after a gap.
    mutating func restart() { (trusted, calmSeconds, count) = (nil, 0, 0) }

    /// Adds a report.
    mutating func add(_ health: ReceiverHealth, _ context: Context) {
        guard let value = health.clockDrift.map(Double.init) else { return }
        defer { heardAt = context.time }
        guard let trusted else {
            if context.isSettled { self.trusted = (value, context.time) }
            return
        }
        let (elapsed, silence) = (context.time - trusted.time, context.time - heardAt)
        difference = value - trusted.drift
        // The drift of a lie is not followed: the way back from it would be a step, which prevents trust.
        let isHeld = !context.isSettled && calmSeconds >= Self.learning && elapsed < Self.patience
        if count == 0, !isHeld, silence > Self.maxStep || elapsed >= Self.patience { return restart() }
        let wandered = elapsed > Self.maxStep || count > 0 ? Self.wander * elapsed : 0
        guard abs(difference) > Self.step + wandered, calmSeconds >= Self.learning, elapsed < Self.patience else {
            if isHeld { return count = 0 }
            if count == 0 { calmSeconds = abs(difference) > Self.calm + wandered ? 0 : calmSeconds + elapsed }
            self.trusted = (value, context.time)
            count = 0
            return
        }
        count += 1
    }
}
