public import Basics
import Location

/// The entries of one webhook: sent one at a time in order, with pauses after failures.
public struct DeliveryLane: Hashable, Sendable {
    /// The maximum number of different reasons logged during a series of failures, against reasons that always differ.
    static let maxReasons = 8
    /// The interval after which a lasting failure is logged again.
    static let repeatInterval: Duration = .seconds(24 * 3600)

    /// The waiting entries, the next one first, also while it is being sent.
    public private(set) var waiting: [QueueName] = []
    /// True if the first of them is being sent.
    public private(set) var isSending = false
    /// The number of consecutive failures.
    public private(set) var failures = 0
    /// The uptime of the next attempt.
    public private(set) var notBefore: Duration = .zero
    /// The reasons logged since the last success.
    private var loggedReasons: Set<String> = []
    private var lastLogged: Duration = .zero
    private var failingSince: Duration?

    /// Creates an empty lane.
    public init() {}

    /// Replaces the entries, in order; the one being sent stays the first.
    public mutating func update(_ names: [QueueName]) {
        let current = isSending ? waiting.first : nil
        waiting = (current.map { [$0] } ?? []) + names.filter { $0 != current }
    }

    /// The entry to send at an uptime; nil if there is none, or it is too early.
    public func due(at uptime: Duration) -> QueueName? {
        isSending || uptime < notBefore ? nil : waiting.first
    }

    /// The uptime of the next attempt; nil while sending or empty.
    public var nextAttempt: Duration? { isSending || waiting.isEmpty ? nil : notBefore }

    /// Marks the first entry as being sent.
    public mutating func startFirst() {
        isSending = !waiting.isEmpty
    }

    /// Removes the first entry after a definite response.
    public mutating func completeFirst() {
        (isSending, failures, loggedReasons) = (false, 0, [])
        (notBefore, failingSince) = (.zero, nil)
        dropFirst()
    }

    /// Removes the first entry.
    public mutating func dropFirst() {
        if !waiting.isEmpty { waiting.removeFirst() }
    }

    /// Records a failed attempt.
    ///
    /// - Parameters:
    ///   - reason: the reason.
    ///   - uptime: the current uptime.
    ///   - retryAfter: the seconds in the receiver's Retry-After; nil for none.
    ///   - jitter: random, from 0 to 1.
    /// - Returns: whether to log the reason: it is new, or none was logged for a day.
    public mutating func recordFailure(_ reason: String, at uptime: Duration, retryAfter: Int64?, jitter: Double)
        -> Bool
    {
        isSending = false
        failures += 1
        failingSince = failingSince ?? uptime
        notBefore = uptime + RetryPolicy.delay(after: failures, retryAfter: retryAfter, jitter: jitter)
        let isNew = !loggedReasons.contains(reason) && loggedReasons.count < Self.maxReasons
        guard isNew || uptime - lastLogged >= Self.repeatInterval else { return false }
        if isNew { loggedReasons.insert(reason) }
        lastLogged = uptime
        return true
    }

    /// The time since the first of the consecutive failures.
    public func failureDuration(at uptime: Duration) -> Duration { failingSince.map { uptime - $0 } ?? .zero }
}

/// The delay between attempts, and the age at which an entry is dropped.
public enum RetryPolicy {
    private static let minDelay: Duration = .seconds(5)
    private static let maxDelay: Duration = .seconds(15 * 60)
    /// The maximum seconds of a receiver's Retry-After.
    private static let maxRetryAfter: Int64 = 24 * 3600
    /// The maximum age of an entry.
    static let maxAge: Duration = .seconds(3 * 24 * 3600)
    /// The minimum time of failures before an entry expires, whatever the clock says.
    static let minFailureDuration: Duration = .seconds(3600)
    /// The earliest plausible time: 2026-01-01T00:00:00Z.
    private static let minPlausibleTime = Timestamp(milliseconds: 1_767_225_600_000)

    /// The delay after a failed attempt.
    ///
    /// - Parameters:
    ///   - failures: the number of consecutive failures, from 1.
    ///   - retryAfter: the seconds in the receiver's Retry-After; nil for none.
    ///   - jitter: random, from 0 to 1, which spreads the retries of many senders.
    /// - Returns: a delay that doubles with each failure, of which the jitter takes away up to half.
    public static func delay(after failures: Int, retryAfter: Int64?, jitter: Double) -> Duration {
        let doublings = min(max(failures - 1, 0), 16)
        let full = min(minDelay * (1 << doublings), maxDelay)
        let own = full * (0.5 + 0.5 * min(max(jitter, 0), 1))
        return max(own, .seconds(min(max(retryAfter ?? 0, 0), maxRetryAfter)))
    }

    /// Checks whether an entry has expired.
    ///
    /// - Parameters:
    ///   - queued: the wall clock when it was enqueued, which may have been wrong.
    ///   - now: the current wall clock.
    ///   - failing: the time since the first of the consecutive failures in this process.
    /// - Returns: true if it has.
    public static func isExpired(queued: Timestamp, now: Timestamp, failing: Duration) -> Bool {
        guard failing >= minFailureDuration else { return false }
        let isKnown = queued >= minPlausibleTime && queued <= now
        return (isKnown ? now - queued : failing) > maxAge
    }
}

/// The meaning of a receiver's response for an entry.
public enum DeliveryResult: Hashable, Sendable {
    /// The receiver accepted the entry.
    case accepted
    /// The receiver rejected the entry for good.
    case rejected
    /// The entry is sent again later.
    case retry

    /// Classifies an HTTP status (RFC 9110, section 15).
    ///
    /// A redirection may come from a captive portal in place of the receiver: it is not followed, and not final.
    public init(status: Int) {
        switch status {
        case 200...299: self = .accepted
        // Timeout, too early, too many requests (RFC 6585, RFC 8470) are temporary, and 407 is a proxy's.
        case 407, 408, 425, 429: self = .retry
        case 400...499: self = .rejected
        default: self = .retry
        }
    }
}
