public import Basics
import Location

/// How long to wait between attempts, and when to give up.
public enum RetryPolicy {
    private static let minDelay: Duration = .seconds(5)
    private static let maxDelay: Duration = .seconds(15 * 60)
    /// A receiver may ask for a longer pause, but not for ever.
    private static let maxRetryAfter: Int64 = 24 * 3600
    /// The oldest that something may get.
    static let maxAge: Duration = .seconds(3 * 24 * 3600)
    /// How long a receiver has to have failed before anything is given up, whatever the clock says.
    static let minFailureDuration: Duration = .seconds(3600)
    /// No clock that is right says less: 2026-01-01T00:00:00Z.
    private static let minPlausibleTime = Timestamp(milliseconds: 1_767_225_600_000)

    /// The pause after an attempt that failed.
    ///
    /// - Parameters:
    ///   - failures: The attempts in a row that failed, from 1.
    ///   - asked: The seconds that the receiver wants to be left alone; nil where it says nothing.
    ///   - jitter: From 0 to 1, by chance: many senders do not come back all at once.
    /// - Returns: Twice as long each time, and half of that at least.
    public static func delay(after failures: Int, retryAfter: Int64?, jitter: Double) -> Duration {
        let doublings = min(max(failures - 1, 0), 16)
        let full = min(minDelay * (1 << doublings), maxDelay)
        let own = full * (0.5 + 0.5 * min(max(jitter, 0), 1))
        return max(own, .seconds(min(max(retryAfter ?? 0, 0), maxRetryAfter)))
    }

    /// Whether to give something up.
    ///
    /// - Parameters:
    ///   - queued: When it was put into the queue, by a clock that may have been wrong.
    ///   - now: By the same clock, now.
    ///   - failing: For how long the receiver has failed, as far as this process has seen it.
    /// - Returns: Whether nobody will want it any more.
    public static func isExpired(queued: Timestamp, now: Timestamp, failing: Duration) -> Bool {
        guard failing >= minFailureDuration else { return false }
        let isKnown = queued >= minPlausibleTime && queued <= now
        return (isKnown ? now - queued : failing) > maxAge
    }
}
