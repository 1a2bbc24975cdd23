import Location

/// An exponentially weighted mean of a vector, right from its first value on.
struct Smoothed: Sendable {
    private(set) var value = LocalVector()
    /// How much of the time that it should see it has seen, 0 to 1.
    private(set) var fill = 0.0

    /// Adds a value that holds for a part of the mean, 0 to 1.
    mutating func add(_ new: LocalVector, share: Double) {
        fill += (1 - fill) * share
        guard fill > 0 else { return }
        value = value + (new - value) * (share / fill)
    }

    /// The map was laid anew.
    mutating func move(to turn: MapTurn) {
        value = turn.direction(value)
    }
}
