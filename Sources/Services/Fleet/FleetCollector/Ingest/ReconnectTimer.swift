import Basics

/// The attempts to reach a peer that is away: when the next one is due, and what is to be said once.
struct ReconnectTimer: Hashable {
    /// The peer, such as `database`.
    let peer: String
    /// At most five seconds, so that a peer is found within 10 s of its return.
    private var backoff = Backoff(from: .milliseconds(500), to: .seconds(5))
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
        nextAttempt = now + backoff.recordFailure() * (0.5 + jitter / 2)
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
