/// What is left of something after a step of time, where it fades exponentially.
///
/// Steps of a receiver are mostly alike, and then it is known from the one before.
struct ExponentialDecay: Sendable {
    private let constant: Double
    private var time = 0.0
    private var left = 1.0

    /// Makes one that fades to a third in that many seconds.
    init(_ constant: Double) {
        self.constant = constant
    }

    /// The part that is left after so many seconds.
    mutating func remaining(after step: Double) -> Double {
        guard step != time else { return left }
        (time, left) = (step, Exponential.decay(step / constant))
        return left
    }
}
