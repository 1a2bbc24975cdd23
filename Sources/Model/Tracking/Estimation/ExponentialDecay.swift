import Glibc

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

/// The exponentially weighted mean of a vector: a plain mean until its time constant has passed.
struct VectorMean: Sendable {
    private(set) var value: SIMD3<Double>
    /// The seconds averaged.
    private(set) var seconds = 0.0
    private let constant: Double
    private var decay: ExponentialDecay

    /// Starts empty, with a time constant in seconds.
    init(_ constant: Double) {
        (value, self.constant, decay) = (.zero, constant, ExponentialDecay(constant))
    }

    /// Adds a value that covers a time step in seconds; returns the weight that it received.
    @discardableResult
    mutating func add(_ new: SIMD3<Double>, after step: Double) -> Double {
        seconds += step
        let settled = 1 - decay.remaining(after: step)
        let weight = seconds < constant ? max(step / seconds, settled) : settled
        value += (new - value) * weight
        return weight
    }

    /// Empties the mean.
    mutating func reset() { (value, seconds) = (.zero, 0) }
}
