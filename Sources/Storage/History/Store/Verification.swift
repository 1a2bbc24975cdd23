public import Basics
import Location

/// What a check of a history has found.
public struct Verification: Hashable, Sendable {
    /// How many points were read and are good.
    public var fixes = 0
    /// How many things that happened at places were read and are good.
    public var placeEvents = 0
    /// How many segments were looked at.
    public var segments = 0
    /// Segments that cannot be read, or are not what they say they are.
    public var damaged: [DamagedSegment] = []
    /// What is wrong with the file or with something other than a segment, one line each.
    public var issues: [String] = []

    /// Whether nothing is wrong.
    public var isGood: Bool { damaged.isEmpty && issues.isEmpty }
}

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
