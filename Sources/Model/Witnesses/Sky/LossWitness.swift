import Location

/// A witness of signals that fall together: interference, or a roof.
///
/// It proves nothing, and is remembered for the fix that follows a gap.
struct LossWitness: Sendable {
    /// The strongest satellites, of which the mean is compared: a roof over half of the sky leaves them.
    private static let strongest = SIMD4<Double>.scalarCount
    /// The loss in dB, beyond the 6 dB by which lists of two bands differ.
    private static let loss = 10.0
    /// The seconds for which it is remembered.
    private static let memory = 900.0
    /// The seconds in which the mean follows.
    private static let time = 60.0

    private var mean: Double?
    private var last = 0.0
    private var lostAt: Double?

    /// Returns true if they fell some time before.
    func remembers(at time: Double) -> Bool { lostAt.map { time - $0 < Self.memory } ?? false }

    /// Adds a list.
    mutating func add(_ satellites: [Satellite], _ context: Context) {
        // Without an array: this is computed each second.
        var (best, count) = (SIMD4(repeating: -Double.infinity), 0)
        for satellite in satellites {
            guard var signal = satellite.signal else { continue }
            count += 1
            for place in best.indices where signal > best[place] { swap(&signal, &best[place]) }
        }
        guard count >= Self.strongest else {
            // None is left where there were some.
            if mean != nil, satellites.count >= Self.strongest { lostAt = context.time }
            return
        }
        let now = (best[0] + best[1] + best[2] + best[3]) / Double(Self.strongest)
        let before = mean ?? now
        if now < before - Self.loss { lostAt = context.time }
        mean = before + (now - before) * min(1, max(0, context.time - last) / Self.time)
        last = context.time
    }
}
