import Glibc
import Location

/// An exponentially weighted mean of a vector, unbiased from its first value on.
struct ExponentialMean: Sendable {
    private(set) var value = LocalVector()
    /// The coverage of the averaging time, 0 to 1.
    private(set) var coverage = 0.0

    /// Adds a value with a weight, 0 to 1.
    mutating func add(_ new: LocalVector, weight: Double) {
        coverage += (1 - coverage) * weight
        guard coverage > 0 else { return }
        value = value + (new - value) * (weight / coverage)
    }

    /// Converts the stored vectors after a change of the plane.
    mutating func apply(_ change: FrameChange) {
        value = change.direction(value)
    }
}

/// The factor of an exponential decay over a time step.
///
/// The steps of a receiver are mostly equal, so the last factor is cached.
struct ExponentialDecay: Sendable {
    private let constant: Double
    private var time = 0.0
    private var factor = 1.0

    /// Creates a decay with a time constant in seconds.
    init(_ constant: Double) {
        self.constant = constant
    }

    /// Returns the fraction that remains after a time step in seconds.
    mutating func remaining(after step: Double) -> Double {
        guard step != time else { return factor }
        (time, factor) = (step, exp(-step / constant))
        return factor
    }
}
