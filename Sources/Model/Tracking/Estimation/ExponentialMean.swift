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
