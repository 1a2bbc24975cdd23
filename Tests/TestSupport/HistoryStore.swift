public import Basics
public import History
public import Location

/// A store of track points and place events.
///
/// Points are rounded to steps (see `Segment` of `HistoryEncoding`). Of two points with the same device and time, the
/// first is kept. Times from 1970 to 9999 can be stored.
public protocol HistoryStore: HistoryReader {
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

    /// Summarises some sealed hours that have no summary yet; this does not change the result of any query.
    ///
    /// - Parameter limit: the maximum number of hours.
    /// - Returns: False if there are more.
    /// - Throws: ``HistoryError``.
    func summarise(upTo limit: Int) throws -> Bool

    /// Returns the statistics of the history.
    ///
    /// - Throws: ``HistoryError``.
    func info() throws -> HistoryInfo

    /// Removes all points, place events and late runs before a moment, and returns the space to the file system.
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

    /// Removes the late runs up to a number, which all their readers have read.
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

extension SQLiteHistory: HistoryStore {
    /// Removes all points before a moment.
    public func prune(before moment: Timestamp) throws -> Int {
        try prune(PointQuery(to: Timestamp(milliseconds: max(moment.milliseconds, 0) - 1)))
    }
}
