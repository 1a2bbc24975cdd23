public import Basics
public import Location

/// The events at places on their way to a destination, one at a time and in order, behind a position of their own.
struct EventDelivery: Sendable {
    /// The events up to this moment are delivered, or were never to be sent.
    private(set) var position: Timestamp
    /// The events up to this moment were read.
    private var scan: Timestamp
    private var waiting: [PlaceEvent] = []
    private var sent: UInt64?
    private var isReadDue = true
    /// The time of the next attempt: a problem of events must not hold the fixes.
    private var retry: RetryTimer
    private var rejectionsInARow = 0
    /// The uptime of the last confirmation; nil before the first.
    private var lastConfirmed: Duration?

    /// Creates a queue of the events after a moment, of which those within `rewind` before it may be lost.
    init(after position: Timestamp, rewind: Duration, retry: RetryTimer) {
        self.retry = retry
        self.position = position
        scan = position
        restart(rewind: rewind)
    }

    /// True if everything that was read is delivered, and nothing is to be sent again.
    var isComplete: Bool { waiting.isEmpty && scan >= position }

    /// The uptime before which no event is sent.
    var notBefore: Duration { retry.notBefore }

    /// The reason why events are not delivered; nil if they are.
    var problem: String? { retry.reason }

    /// True if nothing is known to wait.
    var isEmpty: Bool { waiting.isEmpty && !isReadDue }

    /// The next event to send; nil if there is none, or one is in progress.
    var next: PlaceEvent? { sent == nil ? waiting.first : nil }

    /// The moment after which events are to be read; nil while events wait, or if there are no new ones.
    var nextRead: Timestamp? { waiting.isEmpty && isReadDue ? scan : nil }

    /// Starts again after a lost connection, before the events that were confirmed in its last time.
    mutating func restart(rewind: Duration, at uptime: Duration) {
        let isRecent = lastConfirmed.map { uptime - $0 <= rewind } ?? false
        restart(rewind: isRecent ? rewind : .zero)
    }

    /// Starts again at the position, or before it.
    private mutating func restart(rewind: Duration) {
        (waiting, sent, isReadDue) = ([], nil, true)
        scan = min(scan, Timestamp(milliseconds: position.milliseconds - max(rewind, .zero).milliseconds))
    }

    /// Sets the position, for a command of the user.
    mutating func set(_ position: Timestamp) { self = EventDelivery(after: position, rewind: .zero, retry: retry) }

    /// Records a commit.
    mutating func historyChanged() { isReadDue = true }

    /// Adds the events that were read, without those that are not to be sent, and the moment of the last that was read.
    mutating func add(_ events: [PlaceEvent], upTo last: Timestamp?, isEnd: Bool) {
        waiting = events
        isReadDue = !isEnd
        scan = last.map { max($0, scan) } ?? scan
        if isEnd { scan = max(scan, position) }
        advance()
    }

    /// Marks the next event as sent.
    mutating func start(_ id: UInt64) { sent = id }

    /// Ends the event that was sent under a number, if one was.
    mutating func finish(_ id: UInt64, isDelivered: Bool) {
        guard sent == id else { return }
        sent = nil
        guard isDelivered, !waiting.isEmpty else { return }
        waiting.removeFirst()
        advance()
    }

    /// Records a delivered event; returns the number of failures before it if one was logged.
    mutating func recordSuccess(at uptime: Duration) -> Int? {
        (rejectionsInARow, lastConfirmed) = (0, uptime)
        return retry.recordSuccess(at: uptime)
    }

    /// Records an event that was not taken; returns what to log.
    mutating func recordFailure(
        _ failure: RetryCause, at uptime: Duration, jitter: Double
    ) -> [DeliveryNotice] {
        var failure = failure
        failure.reason += " (to a transition)"
        return retry.notices(failure, at: uptime, jitter: jitter)
    }

    /// Records an event that was set aside; after several in a row the consumer itself is in doubt.
    mutating func recordRejection(_ reason: String, at uptime: Duration, jitter: Double) -> [DeliveryNotice] {
        rejectionsInARow += 1
        guard rejectionsInARow >= Destination.maxRejections else { return [] }
        return recordFailure(.init(reason, isLasting: true), at: uptime, jitter: jitter)
    }

    /// Moves the position up to the next event that waits; one of the same moment as others holds it before them.
    private mutating func advance() {
        let end = waiting.first.map { Timestamp(milliseconds: $0.moment.milliseconds - 1) } ?? scan
        position = max(position, min(end, scan))
    }
}

extension Destination {
    /// The moment after which events at places are to be read now; nil for none.
    public func nextEventRead(at uptime: Duration) -> Timestamp? {
        guard connection == .open, uptime >= retry.notBefore else { return nil }
        return events?.nextRead
    }

    /// Adds the events that were read, without those that are not to be sent, and the moment of the last that was read.
    public mutating func add(events: [PlaceEvent], upTo last: Timestamp?, isEnd: Bool) {
        self.events?.add(events, upTo: last, isEnd: isEnd)
    }
}
