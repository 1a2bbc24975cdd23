import Basics

/// The time of the next attempt after failures, and which of them to log.
public struct RetryTimer: Hashable, Sendable {
    /// The maximum delay that a consumer can request.
    static let maxRetryAfter: Duration = .seconds(24 * 3600)
    /// The maximum delay as a share of the time since the last success: one that answers now and then is not left for long.
    private static let maxShare = 6

    private var backoff: Backoff
    /// The uptime of the next attempt.
    public private(set) var notBefore: Duration = .zero
    /// The last reason; nil after a success.
    public private(set) var reason: String?
    private var lastFailure: Duration = .zero
    private var lastSuccess: Duration?
    private var log = FailureLog()

    /// Creates a timer.
    public init(minDelay: Duration, maxDelay: Duration) {
        backoff = Backoff(from: minDelay, to: maxDelay)
    }

    /// The number of consecutive failures.
    public var failures: Int { backoff.failures }

    /// Records a failure.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - uptime: The uptime.
    ///   - retryAfter: The delay that the consumer requested; nil for none.
    ///   - isLasting: True if only a change of the configuration helps: the next attempt is made after the maximum delay.
    ///   - hasWaited: True if the delay has passed already, while an answer was waited for.
    ///   - jitter: Random, from 0 to 1, which spreads the attempts of many machines.
    /// - Returns: The message to log; nil if it was logged.
    public mutating func recordFailure(
        _ reason: String, at uptime: Duration, retryAfter: Duration? = nil, isLasting: Bool = false,
        hasWaited: Bool = false, jitter: Double
    ) -> String? {
        (self.reason, lastFailure) = (reason, uptime)
        let delay = backoff.recordFailure()
        let limit = lastSuccess.map { max(backoff.minDelay, (uptime - $0) / Self.maxShare) } ?? delay
        let full = isLasting ? backoff.maxDelay : min(delay, limit)
        let own = full * (0.5 + 0.5 * min(max(jitter, 0), 1))
        notBefore = uptime + max(hasWaited ? .zero : own, min(retryAfter ?? .zero, Self.maxRetryAfter))
        return log.recordFailure(reason, at: uptime) ? reason : nil
    }

    /// Records a success of a message.
    ///
    /// - Parameters:
    ///   - uptime: The uptime; nil for delays that only the number of failures limits.
    ///   - sent: The uptime at which it was sent: one from before the last failure proves nothing; nil if no other
    ///     message was.
    /// - Returns: The number of failures before it, if one of them was logged; nil otherwise.
    public mutating func recordSuccess(at uptime: Duration? = nil, sent: Duration? = nil) -> Int? {
        guard failures == 0 || sent ?? lastFailure >= lastFailure else { return nil }
        let before = failures
        backoff.reset()
        (notBefore, reason, lastSuccess) = (.zero, nil, uptime)
        return log.recordSuccess() ? before : nil
    }
}

/// Decides which failures are logged: each reason once, again after a day, and of a consumer that fails and works by
/// turns only what it has not done for ten minutes.
struct FailureLog: Hashable, Sendable {
    /// The maximum number of reasons of a series of failures, against reasons that always differ.
    private static let maxReasons = 8
    private static let repeatInterval: Duration = .seconds(24 * 3600)
    private static let calmInterval: Duration = .seconds(600)

    private var reasons: Set<String> = []
    private var lastLogged: Duration = .zero
    private var lastFailure: Duration = .zero
    /// True if a failure was logged since the last success.
    private var isLogged = false
    private var hasSucceeded = false

    /// Returns true if the reason is to be logged.
    mutating func recordFailure(_ reason: String, at uptime: Duration) -> Bool {
        if hasSucceeded, uptime - lastFailure >= Self.calmInterval { reasons = [] }
        (hasSucceeded, lastFailure) = (false, uptime)
        let isNew = !reasons.contains(reason) && reasons.count < Self.maxReasons
        guard isNew || uptime - lastLogged >= Self.repeatInterval else { return false }
        if isNew { reasons.insert(reason) }
        (lastLogged, isLogged) = (uptime, true)
        return true
    }

    /// Returns true if a failure was logged since the last success.
    mutating func recordSuccess() -> Bool {
        hasSucceeded = true
        defer { isLogged = false }
        return isLogged
    }
}
