/// The delays between attempts after failures: each is twice the one before, up to a maximum.
public struct Backoff: Hashable, Sendable {
    /// More would overflow a duration.
    private static let maxDoublings = 16

    /// The delay after the first failure.
    public let minDelay: Duration
    /// The maximum delay.
    public let maxDelay: Duration
    /// The number of failures since the last success.
    public private(set) var failures: Int

    /// Creates a backoff after a number of failures.
    public init(from minDelay: Duration, to maxDelay: Duration, failures: Int = 0) {
        self.minDelay = minDelay
        self.maxDelay = max(minDelay, maxDelay)
        self.failures = max(0, failures)
    }

    /// The delay after the last failure; 0 without one.
    public var delay: Duration {
        failures == 0 ? .zero : min(minDelay * (1 << min(failures - 1, Self.maxDoublings)), maxDelay)
    }

    /// Records a failure; returns the delay after it.
    public mutating func recordFailure() -> Duration {
        failures += 1
        return delay
    }

    /// Records a success.
    public mutating func reset() { failures = 0 }
}
