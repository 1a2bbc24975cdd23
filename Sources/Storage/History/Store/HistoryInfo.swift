public import Basics
import Location

/// What a history holds, in figures.
public struct HistoryInfo: Hashable, Sendable {
    /// How many points.
    public var fixes: Int
    /// How many of them wait to be sealed.
    public var recent: Int
    /// How many things that happened at places.
    public var placeEvents: Int
    /// How many sealed segments.
    public var segments: Int
    /// How large it is on the disk, in bytes, without the log beside it.
    public var bytes: Int
    /// How many of those bytes are free and taken first by what comes next.
    public var freeBytes: Int
    /// When the first point was; nil when there is none.
    public var first: Timestamp?
    /// When the last point was; nil when there is none.
    public var last: Timestamp?
    /// The devices that there are points of, by name, sorted.
    public var devices: [String]
    /// The times of more than an hour without a point of any device, in order.
    public var gaps: [Gap]

    /// A time without a point.
    public struct Gap: Hashable, Sendable {
        /// The last point before it.
        public let from: Timestamp
        /// The first point after it.
        public let to: Timestamp
    }
}

/// Counts points in spans that come sorted by their start, and finds the times between them.
struct SpanCounter {
    /// A longer time without a point is a gap; as long as a segment, so that it is found without decoding one.
    private static let maxInterval: Duration = .seconds(3600)

    private(set) var fixes = 0
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    private(set) var gaps: [HistoryInfo.Gap] = []

    /// Adds a span in which there are so many points.
    mutating func add(_ span: TimeSpan, count: Int) {
        if let last, span.first - last > Self.maxInterval { gaps.append(HistoryInfo.Gap(from: last, to: span.first)) }
        fixes += count
        first = first ?? span.first
        last = max(last ?? span.last, span.last)
    }

    /// Adds one point.
    mutating func add(_ time: Timestamp) {
        add(TimeSpan(first: time, last: time), count: 1)
    }
}
