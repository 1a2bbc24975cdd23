import HistoryEncoding
public import Location

/// Computes statistics of one receiver's track while its points arrive, in chronological order.
public struct PointStatistics: Sendable {
    private var parts = TrackPartCollector()
    private var statistics = TrackStatistics()

    /// Creates statistics of an empty track.
    public init() {}

    /// Adds the next point.
    public mutating func add(_ point: TrackPoint) {
        for part in parts.add(point) { statistics.add(part) }
    }

    /// Returns the summary as if the track ended with the last point.
    public func finish() -> TrackSummary {
        var end = self
        for part in end.parts.finish() { end.statistics.add(part) }
        return end.statistics.finish()
    }
}
