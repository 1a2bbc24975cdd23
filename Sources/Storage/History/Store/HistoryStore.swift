public import Basics
import HistoryEncoding
public import Location

/// Where points are kept, and how they are found again.
///
/// One thread owns a store. Points are kept in steps (see `Segment` of `HistoryEncoding`) and read back so. Two points
/// of the same device and time are one: the first that came. Times from 1970 to 9999 can be kept.
public protocol HistoryStore: AnyObject {
    /// Whether points of devices beyond the most that are told apart were kept, under a name in common.
    var hasDeviceOverflow: Bool { get }

    /// Adds points as they come, in one transaction; in any order, also among those that are there.
    ///
    /// - Returns: How many were added: those that are there already, or have a time that cannot be kept, are not.
    /// - Throws: ``HistoryError``; nothing was added then.
    func append(_ points: [TrackPoint]) throws -> Int

    /// Adds many points, the same way but faster for thousands at once, as when a file is read in.
    ///
    /// It costs least where points come sorted by time, so that each hour is written once.
    ///
    /// - Returns: How many were added.
    /// - Throws: ``HistoryError``; nothing was added then.
    func bulkAppend(_ points: [TrackPoint]) throws -> Int

    /// Adds what has happened at places, in one transaction; in any order.
    ///
    /// What has the moment, the place and the kind of one that is there is that one: it may be given twice.
    ///
    /// - Returns: How many were added.
    /// - Throws: ``HistoryError``; nothing was added then.
    func append(events: [PlaceEvent]) throws -> Int

    /// Seals the full hours before a moment; what is read does not change by it.
    ///
    /// - Throws: ``HistoryError``; hours sealed before the error stay sealed.
    func seal(before moment: Timestamp) throws

    /// Gives each point that is asked for, by time, and by device where times are the same, in constant memory.
    ///
    /// What is added or removed meanwhile does not show. The store may not be changed from within the body.
    ///
    /// - Returns: The segments that could not be read, whose points are missing.
    /// - Throws: ``HistoryError``, or what the body throws, which ends the reading.
    func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment]

    /// The last point up to a moment, and the first one from it on; both are the same where one is of that moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - device: The device to look at; nil for all.
    /// - Returns: Both points, and what was too damaged to be looked at.
    /// - Throws: ``HistoryError``.
    func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours

    /// Gives the simplified lines of what was travelled, each of one device and within one hour, by their start.
    ///
    /// A line that begins before the span or ends after it is given whole.
    ///
    /// - Returns: The segments whose line could not be read.
    /// - Throws: ``HistoryError``, or what the body throws, which ends the reading.
    func forEachOutline(_ query: PointQuery, _ body: (DeviceOutline) throws -> Void) throws -> [DamagedSegment]

    /// Gives what has happened at places, by the moment in which it became certain, else as it came, in constant memory.
    ///
    /// The store may not be changed from within the body. A file opened for reading that knows no places yet has none, and
    /// a row that is damaged is passed over, which ``verify()`` tells.
    ///
    /// - Parameters:
    ///   - span: From when to when.
    ///   - place: The place, or ``PlaceEvent/anchor``; nil for all.
    ///   - body: Takes one after the other.
    /// - Throws: ``HistoryError``, or what the body throws, which ends the reading.
    func forEachPlaceEvent(_ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void) throws

    /// Gives what each hour of each device comes to, without reading what is sealed point by point; in no order.
    ///
    /// What begins before the span or ends after it is given whole where it is sealed.
    ///
    /// - Throws: ``HistoryError``, or what the body throws, which ends the reading.
    func forEachHourSummary(_ query: PointQuery, _ body: (HourSummary) throws -> Void) throws

    /// The devices that points have come from, by name, sorted; of some of them there may be none left.
    ///
    /// - Throws: ``HistoryError``.
    func deviceNames() throws -> [String]

    /// What is there, in figures.
    ///
    /// - Throws: ``HistoryError``.
    func info() throws -> HistoryInfo

    /// Removes all points before a moment, and what happened before it, and gives their room back to the disk.
    ///
    /// - Returns: How many points were removed.
    /// - Throws: ``HistoryError``; what was removed before the error stays removed.
    func prune(before moment: Timestamp) throws -> Int

    /// Removes and thins what a policy says is old at a moment, some hundred hours at a time.
    ///
    /// - Returns: Whether all is done; else it wants to be called again.
    /// - Throws: ``HistoryError``.
    func apply(_ retention: Retention, at moment: Timestamp) throws -> Bool

    /// Checks everything there is, also that each segment can be decoded and is what it says it is.
    ///
    /// - Throws: ``HistoryError`` where the check itself cannot be made.
    func verify() throws -> Verification

    /// Packs everything anew into as little room as it takes; wants as much free room meanwhile.
    ///
    /// - Throws: ``HistoryError``.
    func vacuum() throws
}

/// The points before and after a moment.
public struct Neighbours: Hashable, Sendable {
    /// The last point up to the moment, itself included; nil when there is none.
    public var before: TrackPoint?
    /// The first point from the moment on, itself included; nil when there is none.
    public var after: TrackPoint?
    /// Segments nearer to the moment than those points that could not be read.
    public var damaged: [DamagedSegment]

    /// Makes the answer.
    public init(before: TrackPoint?, after: TrackPoint?, damaged: [DamagedSegment] = []) {
        self.before = before
        self.after = after
        self.damaged = damaged
    }
}
