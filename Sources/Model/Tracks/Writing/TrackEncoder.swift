public import Location

/// Writes a track in some format, point by point, in memory that does not grow with its length.
///
/// All bytes are appended to a buffer that is the caller's to write out and to empty, at any time.
public protocol TrackEncoder: Sendable {
    /// Writes what comes before the first point.
    mutating func begin(into bytes: inout [UInt8])

    /// Writes a point; points come in the order of their times.
    mutating func add(_ point: TrackPoint, into bytes: inout [UInt8])

    /// Says that nothing is known of the way between the point before and the next.
    mutating func gap(into bytes: inout [UInt8])

    /// Writes what has been held back, and what comes after the last point.
    mutating func end(into bytes: inout [UInt8])
}
