public import Basics
public import Configuration
import Delivery

/// The entries of one webhook: sent one at a time in order, with pauses after failures.
public struct DeliverySchedule: Hashable, Sendable {
    private static let maxAge: Duration = .seconds(3 * 24 * 3600)
    /// The minimum time of failures before an entry expires, regardless of the clock.
    private static let minFailureDuration: Duration = .seconds(3600)
    /// The earliest plausible time: 2026-01-01T00:00:00Z.
    private static let minPlausibleTime = Timestamp(milliseconds: 1_767_225_600_000)

    /// The waiting entries, the next one first, also while it is being sent.
    public private(set) var waiting: [QueueName] = []
    /// True if the first of them is being sent.
    public private(set) var isSending = false
    private var timer: RetryTimer
    private var failingSince: Duration?

    /// Creates an empty schedule.
    public init(_ webhook: WebhookSettings) {
        timer = RetryTimer(minDelay: webhook.retryMin, maxDelay: webhook.retryMax)
    }

    /// The number of consecutive failures.
    public var failures: Int { timer.failures }
    /// The uptime of the next attempt.
    public var notBefore: Duration { timer.notBefore }

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
    ///
    /// - Returns: the number of failures before it, if one of them was logged; nil otherwise.
    public mutating func completeFirst() -> Int? {
        (isSending, failingSince) = (false, nil)
        dropFirst()
        return timer.recordSuccess()
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
    ///   - retryAfter: the delay that the receiver requested; nil for none.
    ///   - jitter: random, from 0 to 1.
    /// - Returns: the reason if it is to be logged; nil if it was.
    public mutating func recordFailure(_ reason: String, at uptime: Duration, retryAfter: Duration?, jitter: Double)
        -> String?
    {
        isSending = false
        failingSince = failingSince ?? uptime
        return timer.recordFailure(reason, at: uptime, retryAfter: retryAfter, jitter: jitter)
    }

    /// Returns true if an entry is to be dropped.
    ///
    /// - Parameters:
    ///   - queued: the wall clock when it was enqueued, which may have been wrong.
    ///   - moment: the current time.
    /// - Returns: true if it is older than 3 days, and the receiver has failed for an hour.
    public func isExpired(queued: Timestamp, at moment: Moment) -> Bool {
        guard let failingSince, moment.uptime - failingSince >= Self.minFailureDuration else { return false }
        let isKnown = queued >= Self.minPlausibleTime && queued <= moment.wallClock
        return (isKnown ? moment.wallClock - queued : moment.uptime - failingSince) > Self.maxAge
    }
}
