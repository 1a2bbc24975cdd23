public import Basics
public import Location

/// A history without content, for hosts that record nothing.
public final class EmptyHistory: HistoryReader {
    /// Creates it.
    public init() {}

    /// Iterates over nothing.
    public func forEachPoint(_: PointQuery, _: (TrackPoint) throws -> Void) -> [DamagedSegment] { [] }

    /// Returns no points.
    public func neighbours(of _: Timestamp, device _: String?) -> Neighbours { Neighbours(before: nil, after: nil) }

    /// Iterates over nothing.
    public func forEachOutline(_: PointQuery, _: (DeviceOutline) throws -> Void) -> [DamagedSegment] { [] }

    /// Iterates over nothing.
    public func forEachPlaceEvent(_: TimeSpan, place _: String?, _: (PlaceEvent) throws -> Void) {}

    /// Returns no names.
    public func deviceNames() -> [String] { [] }
}
