public import Basics
import HistoryEncoding
public import Location

/// A store of track points and place events.
///
/// One thread owns a store. Points are rounded to steps (see `Segment` of `HistoryEncoding`). Of two points with the
/// same device and time, the first is kept. Times from 1970 to 9999 can be stored.
public protocol HistoryStore: AnyObject {
    /// Returns true if there are more devices than can be distinguished; the last ones share a name.
    var hasDeviceOverflow: Bool { get }

    /// Adds points as they arrive, in one transaction; in any order, also between existing ones.
    ///
    /// - Returns: The number of added points, without duplicates and points whose time cannot be stored.
    /// - Throws: ``HistoryError``; nothing was added then.
    func append(_ points: [TrackPoint]) throws -> Int

    /// Adds many points, with the same result but faster for thousands at once, as in an import.
    ///
    /// It is fastest for points sorted by time, because each hour is then written once.
    ///
    /// - Returns: The number of added points.
    /// - Throws: ``HistoryError``; nothing was added then.
    func bulkAppend(_ points: [TrackPoint]) throws -> Int

    /// Adds place events, in one transaction; in any order.
    ///
    /// An event with the moment, place and kind of an existing one is a duplicate and is ignored.
    ///
    /// - Returns: The number of added events.
    /// - Throws: ``HistoryError``; nothing was added then.
    func append(events: [PlaceEvent]) throws -> Int

    /// Seals the full hours before a moment; this does not change the result of any query.
    ///
    /// - Throws: ``HistoryError``; hours sealed before the error stay sealed.
    func seal(before moment: Timestamp) throws

    /// Iterates over matching points by time, then by device, in constant memory.
    ///
    /// Concurrent changes are not visible. The body must not change the store.
    ///
    /// - Returns: The segments that could not be read, whose points are missing.
    /// - Throws: ``HistoryError``, or errors of the body, which end the iteration.
    func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment]

    /// Returns the last point at or before a moment, and the first one at or after it; both are the same for a point of
    /// that moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - device: The device; nil for all.
    /// - Returns: Both points, and damaged segments nearby.
    /// - Throws: ``HistoryError``.
    func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours

    /// Iterates over simplified lines, each of one device within one hour, by start.
    ///
    /// A line that begins before the span or ends after it is returned whole.
    ///
    /// - Returns: The segments whose line could not be read.
    /// - Throws: ``HistoryError``, or errors of the body, which end the iteration.
    func forEachOutline(_ query: PointQuery, _ body: (DeviceOutline) throws -> Void) throws -> [DamagedSegment]

    /// Iterates over place events by moment, then in order of arrival, in constant memory.
    ///
    /// The body must not change the store. A file opened for reading without a table of events has none; damaged rows
    /// are skipped, and ``verify()`` reports them.
    ///
    /// - Parameters:
    ///   - span: The span of moments.
    ///   - place: The place, or ``PlaceEvent/anchor``; nil for all.
    ///   - body: Receives each event.
    /// - Throws: ``HistoryError``, or errors of the body, which end the iteration.
    func forEachPlaceEvent(_ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void) throws

    /// Iterates over the summaries of each hour and device, without decoding sealed points; in no order.
    ///
    /// A sealed hour that begins before the span or ends after it is returned whole.
    ///
    /// - Throws: ``HistoryError``, or errors of the body, which end the iteration.
    func forEachHourSummary(_ query: PointQuery, _ body: (HourSummary) throws -> Void) throws

    /// Returns the names of all devices, sorted, also of those without remaining points.
    ///
    /// - Throws: ``HistoryError``.
    func deviceNames() throws -> [String]

    /// Returns the statistics of the history.
    ///
    /// - Throws: ``HistoryError``.
    func info() throws -> HistoryInfo

    /// Removes all points, place events and runs of late points before a moment, and returns the space to the file system.
    ///
    /// - Returns: The number of removed points.
    /// - Throws: ``HistoryError``; what was removed before the error stays removed.
    func prune(before moment: Timestamp) throws -> Int

    /// Applies a retention policy at a moment, some hundred hours at a time.
    ///
    /// - Returns: False if it must be called again.
    /// - Throws: ``HistoryError``.
    func apply(_ retention: Retention, at moment: Timestamp) throws -> Bool

    /// Returns the identity of the history, by which a replaced one is noticed; nil if it has none.
    ///
    /// - Throws: ``HistoryError``.
    func identity() throws -> String?

    /// Removes the runs of late points up to a number, which all their readers have read.
    ///
    /// - Throws: ``HistoryError``.
    func trimLateRuns(upTo id: Int64) throws

    /// Verifies everything, and decodes each segment to compare it with its row.
    ///
    /// - Throws: ``HistoryError`` if the verification itself fails.
    func verify() throws -> Verification

    /// Rewrites the file in the minimum space; needs as much free space meanwhile.
    ///
    /// - Throws: ``HistoryError``.
    func vacuum() throws
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
