/// The attempts to reach a peer that is away: when the next one is due, and what is to be said once.
struct ReconnectTimer: Hashable {
    /// The first delay between two attempts.
    static let minDelay = Duration.milliseconds(500)
    /// The longest delay, so that a peer is found within 10 s of its return.
    static let maxDelay = Duration.seconds(5)

    /// The peer, such as `database`.
    let peer: String
    private var failures = 0
    private var beginning: Duration?
    /// The uptime of the next attempt.
    private(set) var nextAttempt = Duration.zero

    init(_ peer: String) {
        self.peer = peer
    }

    /// True from the first failure to the next success.
    var isLasting: Bool { beginning != nil }

    /// Records a failure.
    ///
    /// - Parameters:
    ///   - reason: One line.
    ///   - now: The uptime.
    ///   - jitter: Between 0 and 1, so that many collectors do not come back at once.
    /// - Returns: What to log; nil if it was said before.
    mutating func fail(_ reason: String, at now: Duration, jitter: Double) -> String? {
        defer { failures += 1 }
        let delay = min(Self.maxDelay, Self.minDelay * (1 << min(failures, 8)))
        nextAttempt = now + delay * (0.5 + jitter / 2)
        guard beginning == nil else { return nil }
        beginning = now
        return "\(peer) away: \(reason)"
    }

    /// Makes no attempt for a time; returns what to log.
    mutating func hold(_ reason: String, until next: Duration, at now: Duration) -> String {
        (nextAttempt, beginning) = (next, now)
        return "\(peer) away: \(reason)"
    }

    /// Records a success; returns what to log, nil if nothing had failed.
    mutating func succeed(at now: Duration) -> String? {
        defer { self = ReconnectTimer(peer) }
        guard let beginning else { return nil }
        return "\(peer) back after \((now - beginning).components.seconds) s"
    }
}
