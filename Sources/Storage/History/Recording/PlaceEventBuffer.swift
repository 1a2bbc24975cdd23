import Location

/// What has happened at places and waits to be written, at most so much; where it is too much, the oldest goes.
struct PlaceEventBuffer {
    /// As many are months of a usual life, and 200 KB.
    static let limit = 1024

    /// What waits, in the order in which it came.
    private(set) var events: [PlaceEvent] = []
    /// How many are not among them since the buffer was emptied.
    private(set) var dropped = 0

    /// Adds one.
    mutating func append(_ occurrence: PlaceEvent) {
        if events.count >= Self.limit {
            events.removeFirst()
            dropped += 1
        }
        events.append(occurrence)
    }

    /// Adds what another one has, and counts what that has dropped.
    mutating func append(_ other: PlaceEventBuffer) {
        dropped += other.dropped
        for occurrence in other.events { append(occurrence) }
    }
}
