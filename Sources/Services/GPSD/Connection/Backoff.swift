/// How long to wait between attempts: twice as long each time, up to a limit, never quite the same.
struct Backoff: Sendable {
    private let timing: SessionTiming
    private let random: @Sendable () -> Double
    private var failures = 0

    /// Makes a back-off; `random` gives numbers from 0 up to 1.
    init(timing: SessionTiming, random: @escaping @Sendable () -> Double) {
        self.timing = timing
        self.random = random
    }

    /// The pause after one more failure: within a fifth of its nominal length, so that many clients do not come at once.
    mutating func next() -> Duration {
        let doubled = timing.initialBackoff * (1 << min(failures, 10))
        failures += 1
        let jittered = min(doubled, timing.maxBackoff) * (0.8 + 0.4 * random())
        return min(max(jittered, timing.initialBackoff), timing.maxBackoff)
    }

    /// Starts anew: an attempt has succeeded.
    mutating func reset() {
        failures = 0
    }
}
