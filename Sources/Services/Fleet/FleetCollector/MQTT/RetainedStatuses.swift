import Basics

/// The statuses of devices that there was no room for: the broker retains them, and sends all again on request.
struct RetainedStatuses {
    /// The first delay before a request, which doubles while statuses are dropped, and the longest.
    static let (minDelay, maxDelay): (Duration, Duration) = (.seconds(2), .seconds(60))
    /// The number of devices after which it starts again: it remembers two numbers of each.
    static let maxCount = 100_000

    /// The hash of what was taken last, by that of its topic.
    private var taken: [Int: Int] = [:]
    private var backoff = Backoff(from: minDelay, to: maxDelay)
    private var lastDrop: Duration?
    /// The uptime at which the statuses are to be requested; nil if none was dropped.
    private(set) var deadline: Duration?

    /// True if a retained status was taken before, so that a request comes to those that were dropped.
    func isKnown(_ topic: String, _ payload: [UInt8]) -> Bool { taken[topic.hashValue] == payload.hashValue }

    /// Records whether there was room for a status.
    mutating func record(_ topic: String, _ payload: [UInt8], isTaken: Bool, at now: Duration) {
        guard isTaken else { return recordDrop(at: now) }
        if taken.count >= Self.maxCount { taken = [:] }
        taken[topic.hashValue] = payload.hashValue
    }

    private mutating func recordDrop(at now: Duration) {
        if let lastDrop, now - lastDrop > Self.maxDelay * 2 { backoff.reset() }
        lastDrop = now
        guard deadline == nil else { return }
        deadline = now + backoff.recordFailure()
    }

    /// Returns true if the statuses are to be requested now, and takes it as done.
    mutating func isDue(at now: Duration) -> Bool {
        guard let deadline, deadline <= now else { return false }
        self.deadline = nil
        return true
    }

    /// Starts again: the broker sends all of them, and what was taken before may be lost.
    mutating func restart() { self = RetainedStatuses() }
}
