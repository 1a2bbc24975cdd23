/// The position of one subscriber in the events.
struct EventCursor {
    /// The number of events a subscriber may lag behind before it skips to the newest.
    private static let maxLag: UInt64 = 16

    private var next: UInt64
    /// Up to this event nothing is skipped: the subscriber has reconnected with its last event.
    private let replayEnd: UInt64
    /// The remainder of an event that was longer than one chunk.
    private var rest: ArraySlice<UInt8> = []

    /// A new subscriber, which receives the newest event at once.
    init(_ ring: EventRing) {
        next = max(ring.newest, 1)
        replayEnd = 0
    }

    /// A reconnected subscriber, which has received the events up to `last`.
    init(_ ring: EventRing, after last: UInt64) {
        next = min(last, ring.newest) + 1
        replayEnd = ring.newest
    }

    /// Returns the next bytes, at most `limit`; nil if there are none.
    mutating func read(_ ring: EventRing, atMost limit: Int) -> ArraySlice<UInt8>? {
        if rest.isEmpty {
            guard let event = nextEvent(ring) else { return nil }
            rest = event[...]
        }
        defer { rest = rest.dropFirst(limit) }
        return rest.prefix(limit)
    }

    private mutating func nextEvent(_ ring: EventRing) -> [UInt8]? {
        guard next <= ring.newest else { return nil }
        let isTooFarBehind = next > replayEnd && ring.newest - next >= Self.maxLag
        let wanted = isTooFarBehind ? ring.newest : max(next, ring.oldest)
        if wanted > next {
            defer { next = wanted }
            return EventType.missed.bytes(Array("{\"missed\":\(wanted - next)}".utf8))
        }
        guard let events = ring.events(from: next) else { return nil }
        next = events.next
        return events.bytes
    }
}
