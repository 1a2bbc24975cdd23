public import Basics
public import Location

/// When and where a point of a segment was.
public struct SegmentPosition: Hashable, Sendable {
    /// When.
    public let timestamp: Timestamp
    /// Where.
    public let coordinate: Coordinate
}
