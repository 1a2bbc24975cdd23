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
    public mutating func recordFailure(_ complaint: String, at uptime: Duration, retryAfter: Int64?, jitter: Double) -> Bool {
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
