import Basics
import Location

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
