import Location

/// An exponentially weighted mean of a vector, right from its first value on.
struct ExponentialMean: Sendable {
    private(set) var value = LocalVector()
    /// How much of the time that it should see it has seen, 0 to 1.
    private(set) var coverage = 0.0

    /// Adds a value that holds for a part of the mean, 0 to 1.
    mutating func add(_ new: LocalVector, weight: Double) {
        coverage += (1 - coverage) * weight
        guard coverage > 0 else { return }
        value = value + (new - value) * (weight / coverage)
    }

    /// The map was laid anew.
    mutating func apply(_ turn: FrameChange) {
        value = turn.direction(value)
    }
}

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
