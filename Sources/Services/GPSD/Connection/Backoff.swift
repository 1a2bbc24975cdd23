/// Exponential backoff with jitter: doubles with each attempt, up to a limit.
struct Backoff: Sendable {
    private let timing: SessionTiming
    private let random: @Sendable () -> Double
    private var failures = 0

    /// Creates a backoff; `random` returns numbers from 0 up to 1.
    init(timing: SessionTiming, random: @escaping @Sendable () -> Double) {
        self.timing = timing
        self.random = random
    }

    /// Returns the pause after one more failure: within a fifth of its nominal length, so that many clients do not
    /// reconnect in step.
    mutating func next() -> Duration {
        let doubled = timing.initialBackoff * (1 << min(failures, 10))
        failures += 1
        let jittered = min(doubled, timing.maxBackoff) * (0.8 + 0.4 * random())
        return min(max(jittered, timing.initialBackoff), timing.maxBackoff)
    }

    /// Resets the pause after a success.
    mutating func reset() {
        failures = 0
    }
}
