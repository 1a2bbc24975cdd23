public import Basics

/// The statistics of a history.
public struct HistoryInfo: Hashable, Sendable {
    /// The number of points.
    public var fixes: Int
    /// The number of points that are not sealed yet.
    public var recent: Int
    /// The number of place events.
    public var placeEvents: Int
    /// The number of sealed segments.
    public var segments: Int
    /// The size of the file in bytes, without its log.
    public var bytes: Int
    /// The unused bytes of the file, which new rows take first.
    public var freeBytes: Int
    /// The time of the first point; nil if there is none.
    public var first: Timestamp?
    /// The time of the last point; nil if there is none.
    public var last: Timestamp?
    /// The names of the devices with points, sorted.
    public var devices: [String]
    /// The intervals of more than an hour without a point of any device, in order.
    public var gaps: [Gap]

    package init(
        fixes: Int, recent: Int, placeEvents: Int, segments: Int, bytes: Int, freeBytes: Int, first: Timestamp?,
        last: Timestamp?, devices: [String], gaps: [Gap]
    ) {
        (self.fixes, self.recent, self.placeEvents, self.segments) = (fixes, recent, placeEvents, segments)
        (self.bytes, self.freeBytes, self.first, self.last) = (bytes, freeBytes, first, last)
        (self.devices, self.gaps) = (devices, gaps)
    }

    /// An interval without points.
    public struct Gap: Hashable, Sendable {
        /// The time of the last point before it.
        public let from: Timestamp
        /// The time of the first point after it.
        public let to: Timestamp
    }
}

/// Counts points in spans sorted by start, and finds the gaps between them.
package struct SpanCounter {
    /// The maximum interval between points without a gap; as long as a segment, so that gaps are found without decoding
    /// one.
    private static let maxInterval: Duration = .seconds(3600)

    package private(set) var fixes = 0
    package private(set) var first: Timestamp?
    package private(set) var last: Timestamp?
    package private(set) var gaps: [HistoryInfo.Gap] = []

    package init() {}

    /// Adds a span with a number of points.
    mutating func add(_ span: TimeSpan, count: Int) {
        if let last, span.first - last > Self.maxInterval { gaps.append(HistoryInfo.Gap(from: last, to: span.first)) }
        fixes += count
        first = first ?? span.first
        last = max(last ?? span.last, span.last)
    }

    /// Adds one point.
    package mutating func add(_ time: Timestamp) {
        add(TimeSpan(first: time, last: time), count: 1)
    }
}
