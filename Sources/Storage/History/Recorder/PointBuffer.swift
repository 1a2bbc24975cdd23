import Location

/// A bounded buffer of points to be written.
///
/// When full, it drops every second point, and from then on accepts only every second; then every fourth. The rest
/// covers the whole time at a lower rate.
struct PointBuffer {
    /// The points in order of arrival.
    private(set) var points: [TrackPoint] = []
    /// The number dropped since the buffer was emptied.
    private(set) var dropped = 0

    /// Avoids repeated growth of the array at high rates.
    private static let maxReservedCapacity = 2048

    private let limit: Int
    private var step = 1
    private var skipped = 0

    /// Creates an empty buffer with a limit of at least 2.
    init(limit: Int) {
        self.limit = max(2, limit)
    }

    /// Appends a point, or counts it as dropped.
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

    /// Counts points that were dropped elsewhere.
    mutating func addDropped(_ dropped: Int) {
        self.dropped += dropped
    }

    /// Removes all points, and reserves room for as many new ones, up to a limit.
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

/// A bounded buffer of place events to be written; when full, it drops the oldest.
struct PlaceEventBuffer {
    /// Months of ordinary use, and 200 KB.
    static let limit = 1024

    /// The events in order of arrival.
    private(set) var events: [PlaceEvent] = []
    /// The number dropped since the buffer was emptied.
    private(set) var dropped = 0

    /// Appends an event.
    mutating func append(_ event: PlaceEvent) {
        if events.count >= Self.limit {
            events.removeFirst()
            dropped += 1
        }
        events.append(event)
    }

    /// Appends the events of another buffer, and adds its number of dropped ones.
    mutating func append(_ other: PlaceEventBuffer) {
        dropped += other.dropped
        for event in other.events { append(event) }
    }
}
