public import Basics
public import HistoryEncoding
public import Location

/// A source of recorded track points and place events, by time.
///
/// One thread owns a reader. Errors are those of the store: ``HistoryError`` for a file.
public protocol HistoryReader: AnyObject {
    /// Iterates over matching points by time, then by device, in constant memory.
    ///
    /// Concurrent changes are not visible. The body must not change the store.
    ///
    /// - Returns: The segments that could not be read, whose points are missing.
    /// - Throws: errors of the store, or of the body, which end the iteration.
    func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment]

    /// Returns the last point at or before a moment, and the first one at or after it; both are the same for a point of
    /// that moment. With nil, points of all devices count; claims of a contradicted receiver never do.
    ///
    /// - Returns: Both points, and damaged segments nearby.
    /// - Throws: errors of the store.
    func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours

    /// Iterates over simplified lines, each of one device within one hour, by start.
    ///
    /// A line that begins before the span or ends after it is returned whole.
    ///
    /// - Returns: The segments whose line could not be read.
    /// - Throws: errors of the store, or of the body, which end the iteration.
    func forEachOutline(_ query: PointQuery, _ body: (DeviceOutline) throws -> Void) throws -> [DamagedSegment]

    /// Iterates over place events by moment, then in order of arrival, in constant memory.
    ///
    /// The body must not change the store. A file opened for reading without a table of events has none; damaged rows
    /// are skipped, and ``SQLiteHistory/verify()`` reports them. With nil, the events of all places count.
    ///
    /// - Throws: errors of the store, or of the body, which end the iteration.
    func forEachPlaceEvent(_ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void) throws

    /// Iterates over the summaries of the tracks of a span, by first point, then by device.
    ///
    /// They are those of the matching points: a store that keeps summaries returns the same as one that has none.
    ///
    /// - Returns: The segments that could not be read, whose points are missing.
    /// - Throws: errors of the store, or of the body, which end the iteration.
    func forEachTrackPart(_ query: PointQuery, _ body: (TrackPart) throws -> Void) throws -> [DamagedSegment]

    /// Returns the span of the sealed hours in a span that have no summary; nil if there are few of them, which are quickly
    /// decoded.
    ///
    /// - Throws: errors of the store.
    func unsummarised(in span: TimeSpan) throws -> TimeSpan?

    /// Iterates over the heads of the segments of a span, by start, and then over points that are not sealed, whose distance
    /// is 0. Points are decoded only where some are not nominal, since claims of a contradicted receiver do not count. A
    /// segment that begins before the span or ends after it counts whole.
    ///
    /// - Throws: errors of the store, or of the body, which end the iteration.
    func forEachHead(in span: TimeSpan, _ body: (SegmentHead) throws -> Void) throws

    /// Returns the names of all devices, sorted, also of those without remaining points.
    ///
    /// - Throws: errors of the store.
    func deviceNames() throws -> [String]
}

/// What a segment says of its points without being decoded.
public struct SegmentHead: Hashable, Sendable {
    /// The name of the device.
    public let device: String
    /// The time of the first point.
    public let first: Timestamp
    /// The number of points, above 0.
    public let count: Int
    /// The distance travelled in metres, between its own points only; 0 if it is not known.
    public let distance: Double
}

extension HistoryReader {
    /// All hours are as good as summarised where a store does not know otherwise.
    public func unsummarised(in span: TimeSpan) throws -> TimeSpan? { nil }

    /// Iterates over nothing.
    public func forEachHead(in span: TimeSpan, _ body: (SegmentHead) throws -> Void) throws {}

    /// Iterates over the summaries of the tracks of a span, from its points.
    public func forEachTrackPart(
        _ query: PointQuery, _ body: (TrackPart) throws -> Void
    ) throws -> [DamagedSegment] {
        try forEachDecodedPart(query, body)
    }

    /// Iterates over the summaries of the tracks of a span, from its points and not from stored summaries.
    ///
    /// - Throws: errors of the store, or of the body, which end the iteration.
    public func forEachDecodedPart(
        _ query: PointQuery, _ body: (TrackPart) throws -> Void
    ) throws -> [DamagedSegment] {
        var collector = TrackPartCollector()
        let damaged = try forEachPoint(query) { point in
            for part in collector.add(point) { try body(part) }
        }
        for part in collector.finish() { try body(part) }
        return damaged
    }
}

/// Returns the points before and after a moment.
public struct Neighbours: Hashable, Sendable {
    /// The last point at or before the moment; nil if there is none.
    public var before: TrackPoint?
    /// The first point at or after the moment; nil if there is none.
    public var after: TrackPoint?
    /// Damaged segments closer to the moment than those points.
    public var damaged: [DamagedSegment]

    /// Creates a pair of neighbours.
    public init(before: TrackPoint?, after: TrackPoint?, damaged: [DamagedSegment] = []) {
        self.before = before
        self.after = after
        self.damaged = damaged
    }
}
