public import Basics
import Location

/// What waits for one webhook, in its order: one at a time, and none while the receiver is left alone.
public struct DeliveryLane: Hashable, Sendable {
    /// The most reasons that are told while attempts fail; words that are others each time must not fill the journal.
    static let maxReasons = 8
    /// How long nothing is said of a failure that lasts.
    static let repeatInterval: Duration = .seconds(24 * 3600)

    /// What waits, the next one first, also while it is being sent.
    public private(set) var waiting: [QueueName] = []
    /// Whether the first of them is being sent.
    public private(set) var isSending = false
    /// The attempts in a row that failed.
    public private(set) var failures = 0
    /// Uptime before which nothing is sent.
    public private(set) var notBefore: Duration = .zero
    /// What was said about attempts that failed since the last one that went well.
    private var loggedReasons: Set<String> = []
    private var lastLogged: Duration = .zero
    private var failingSince: Duration?

    /// Begins with nothing.
    public init() {}

    /// Takes what lies in the queue for it, in order; what is being sent stays the first.
    public mutating func update(_ names: [QueueName]) {
        let current = isSending ? waiting.first : nil
        waiting = (current.map { [$0] } ?? []) + names.filter { $0 != current }
    }

    /// What to send at that uptime; nil where there is nothing, or it is not yet time.
    public func due(at uptime: Duration) -> QueueName? {
        isSending || uptime < notBefore ? nil : waiting.first
    }

    /// When to look again, by uptime; nil where something else happens before that.
    public var nextAttempt: Duration? { isSending || waiting.isEmpty ? nil : notBefore }

    /// Says that the first is being sent.
    public mutating func startFirst() {
        isSending = !waiting.isEmpty
    }

    /// The receiver has answered about the first, which is done with.
    public mutating func completeFirst() {
        (isSending, failures, loggedReasons) = (false, 0, [])
        (notBefore, failingSince) = (.zero, nil)
        dropFirst()
    }

    /// Lets go of the first, whatever has become of it.
    public mutating func dropFirst() {
        if !waiting.isEmpty { waiting.removeFirst() }
    }

    /// An attempt failed.
    ///
    /// - Parameters:
    ///   - complaint: Why.
    ///   - uptime: Now.
    ///   - asked: The seconds that the receiver wants to be left alone.
    ///   - jitter: From 0 to 1, by chance.
    /// - Returns: Whether that is to be told: it was not yet, or nothing was for a day.
    public mutating func recordFailure(_ complaint: String, at uptime: Duration, retryAfter: Int64?, jitter: Double)
        -> Bool
    {
        isSending = false
        failures += 1
        failingSince = failingSince ?? uptime
        notBefore = uptime + RetryPolicy.delay(after: failures, retryAfter: retryAfter, jitter: jitter)
        let isNew = !loggedReasons.contains(complaint) && loggedReasons.count < Self.maxReasons
        guard isNew || uptime - lastLogged >= Self.repeatInterval else { return false }
        if isNew { loggedReasons.insert(complaint) }
        lastLogged = uptime
        return true
    }

    /// For how long attempts have failed.
    public func failureDuration(at uptime: Duration) -> Duration { failingSince.map { uptime - $0 } ?? .zero }
}

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

/// What an answer of a receiver means for what was sent.
public enum DeliveryResult: Hashable, Sendable {
    /// The receiver has it.
    case accepted
    /// The receiver does not want it, now or later.
    case rejected
    /// It is to be tried again.
    case retry

    /// Reads a status of HTTP (RFC 9110, section 15).
    ///
    /// A redirection is none of the receiver's own words where somebody on the way answers in its place, as before one
    /// has signed in to a network: it is not followed, and not believed for good.
    public init(status: Int) {
        switch status {
        case 200...299: self = .accepted
        // Too slow, too early, too many (RFC 6585, RFC 8470): the receiver says that it is for now.
        // And 407 is a proxy's word, not the receiver's.
        case 407, 408, 425, 429: self = .retry
        case 400...499: self = .rejected
        default: self = .retry
        }
    }
}
