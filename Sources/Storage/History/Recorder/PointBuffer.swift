import Location

/// Points that wait to be written, at most so many.
///
/// Where there are too many, every second one goes, and from then on only every second one comes in; then every fourth.
/// What is left covers the whole time, more coarsely.
struct PointBuffer {
    /// The points, in the order in which they came.
    private(set) var points: [TrackPoint] = []
    /// How many are not among them since the buffer was emptied.
    private(set) var dropped = 0

    /// Where points come fast, an array that grows from nothing moves each of them several times.
    private static let maxReservedCapacity = 2048

    private let limit: Int
    private var step = 1
    private var skipped = 0

    /// Makes an empty buffer for so many points, 2 at least.
    init(limit: Int) {
        self.limit = max(2, limit)
    }

    /// Adds a point, or counts it as dropped.
    mutating func append(_ point: TrackPoint) {
        guard skipped + 1 >= step else {
            skipped += 1
            dropped += 1
            return
        }
        skipped = 0
        if points.count >= limit { halve() }
        points.append(point)
    }

    /// Counts points that were lost elsewhere.
    mutating func addDropped(_ dropped: Int) {
        self.dropped += dropped
    }

    /// Takes everything out, and makes room for as many that come next, within reason.
    mutating func removeAll() {
        let room = min(points.count, Self.maxReservedCapacity)
        self = PointBuffer(limit: limit)
        points.reserveCapacity(room)
    }

    private mutating func halve() {
        let rest = stride(from: 0, to: points.count, by: 2).map { points[$0] }
        dropped += points.count - rest.count
        points = rest
        step *= 2
    }
}

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
