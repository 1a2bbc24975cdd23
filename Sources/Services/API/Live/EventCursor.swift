/// How far one client has been told, and what it is told next.
struct EventCursor {
    /// How far a client may be behind before it is taken on to the newest event.
    private static let maxLag: UInt64 = 16

    /// The next event to tell.
    private var next: UInt64
    /// Up to here it wants all there is: it has come back and said what it had last.
    private let replayEnd: UInt64
    /// What was too long for one portion.
    private var rest: ArraySlice<UInt8> = []

    /// A client that comes for the first time: it is told the newest event at once.
    init(_ ring: EventRing) {
        next = max(ring.newest, 1)
        replayEnd = 0
    }

    /// A client that comes back and has had the events up to `last`.
    init(_ ring: EventRing, after last: UInt64) {
        next = min(last, ring.newest) + 1
        replayEnd = ring.newest
    }

    /// What comes next, at most `limit` bytes; nil where all has been told.
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
            return EventSerializer.missed(wanted - next)
        }
        guard let events = ring.events(from: next) else { return nil }
        next = events.next
        return events.bytes
    }
}
