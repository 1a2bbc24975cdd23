/// The timeouts of a session with gpsd.
public struct SessionTiming: Sendable {
    /// The maximum time to connect; gpsd is near, but a name server may be involved.
    public var connectTimeout: Duration = .seconds(5)
    /// The maximum time to gpsd's greeting: systemd's gpsd.socket accepts connections even if gpsd cannot start.
    public var greetingTimeout: Duration = .seconds(10)
    /// The maximum time to the reply to ?WATCH: gpsd opens its serial ports first, about a second each.
    public var watchTimeout: Duration = .seconds(20)
    /// The silence after which gpsd is probed.
    public var silenceLimit: Duration = .seconds(60)
    /// The maximum time to the reply to the probe.
    public var probeTimeout: Duration = .seconds(10)
    /// The pause before the first retry; it doubles with each failure.
    public var initialBackoff: Duration = .seconds(1)
    /// The maximum pause before a retry.
    public var maxBackoff: Duration = .seconds(30)

    /// Creates the timing that gpsd needs in the field.
    public init() {}
}

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
