public import Basics
import Location

/// A sealed part of an hour that cannot be read, or is not what it says it is.
public struct DamagedSegment: Hashable, Sendable, CustomStringConvertible {
    /// Whose points it held.
    public let device: String
    /// When its first point was.
    public let first: Timestamp
    /// When its last point was.
    public let last: Timestamp
    /// How many points it held.
    public let count: Int
    /// What is wrong with it.
    public let reason: String

    /// One line that names it and says why.
    public var description: String {
        "segment of \(device) from \(first.iso8601) to \(last.iso8601), \(count) fixes: \(reason)"
    }
}
