public import Basics
public import Location

/// The events at places on their way to a destination, one at a time and in order, behind a position of their own.
struct EventLane: Sendable {
    /// The largest number of milliseconds with which nothing overflows; files may have any.
    private static let maxMilliseconds: Int64 = 1 << 52

    /// The events up to this moment are delivered, or were never to be sent.
    private(set) var position: Timestamp
    /// The events up to this moment were read.
    private var scan: Timestamp
    private var waiting: [PlaceEvent] = []
    private var sent: UInt64?
    private var isReadDue = true
    /// True if the last event failed, and no message was delivered since: fixes go first then, to find out why.
    private(set) var isDoubtful = false

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - position: The events after it are sent.
    ///   - rewind: The time before it whose confirmed events may be lost.
    init(after position: Timestamp, rewind: Duration) {
        let limit = Self.maxMilliseconds
        self.position = Timestamp(milliseconds: min(max(position.milliseconds, -limit), limit))
        scan = self.position
        restart(rewind: rewind)
    }

    /// True if nothing is known to wait.
    var isEmpty: Bool { waiting.isEmpty && !isReadDue }

    /// True if an event can be sent.
    var hasNext: Bool { next != nil }

    /// The next event to send; nil if there is none, or one is in progress.
    var next: PlaceEvent? { sent == nil ? waiting.first : nil }

    /// The moment after which events are to be read; nil while events wait, or if there are no new ones.
    var nextRead: Timestamp? { waiting.isEmpty && isReadDue ? scan : nil }

    /// Starts again at the position, or before it.
    mutating func restart(rewind: Duration) {
        (waiting, sent, isReadDue) = ([], nil, true)
        scan = Timestamp(milliseconds: position.milliseconds - max(rewind, .zero).milliseconds)
    }

    /// Sets the position, for a command of the user.
    mutating func set(_ position: Timestamp) { self = EventLane(after: position, rewind: .zero) }

    /// Takes note of a commit.
    mutating func historyChanged() { isReadDue = true }

    /// Adds what was read.
    ///
    /// - Parameters:
    ///   - events: The events in order, without those that are not to be sent.
    ///   - last: The moment of the last one that was read; nil if none was.
    ///   - isEnd: True if there are no more.
    mutating func add(_ events: [PlaceEvent], upTo last: Timestamp?, isEnd: Bool) {
        waiting = events
        isReadDue = !isEnd
        scan = last.map { max($0, scan) } ?? scan
        advance()
    }

    /// Marks the next event as sent.
    mutating func start(_ id: UInt64) { sent = id }

    /// Ends the event that was sent under a number, if one was.
    mutating func finish(_ id: UInt64, isDelivered: Bool) {
        guard sent == id else { return }
        sent = nil
        isDoubtful = !isDelivered
        guard isDelivered, !waiting.isEmpty else { return }
        waiting.removeFirst()
        advance()
    }

    /// Takes note of a delivered message of any kind.
    mutating func recordSuccess() { isDoubtful = false }

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

    /// Adds events at places that were read.
    ///
    /// - Parameters:
    ///   - events: The events in order, without those that are not to be sent.
    ///   - last: The moment of the last one that was read; nil if none was.
    ///   - isEnd: True if there are no more.
    public mutating func add(events: [PlaceEvent], upTo last: Timestamp?, isEnd: Bool) {
        self.events?.add(events, upTo: last, isEnd: isEnd)
    }
}
