public import Basics

/// The result of a verification.
public struct Verification: Hashable, Sendable {
    /// The number of valid points.
    public var fixes = 0
    /// The number of valid place events.
    public var placeEvents = 0
    /// The number of checked segments.
    public var segments = 0
    /// Segments that cannot be decoded or are inconsistent.
    public var damaged: [DamagedSegment] = []
    /// Issues of the file and of everything but segments, one line each.
    public var issues: [String] = []

    package init() {}

    /// Returns true if there are no issues.
    public var isGood: Bool { damaged.isEmpty && issues.isEmpty }
}

/// A sealed segment that cannot be decoded or is inconsistent.
public struct DamagedSegment: Hashable, Sendable, CustomStringConvertible {
    /// The device of its points.
    public let device: String
    /// The time of its first point.
    public let first: Timestamp
    /// The time of its last point.
    public let last: Timestamp
    /// The number of its points.
    public let count: Int
    /// The defect.
    public let reason: String

    /// Creates a description of damage.
    public init(device: String, first: Timestamp, last: Timestamp, count: Int, reason: String) {
        self.device = device
        self.first = first
        self.last = last
        self.count = count
        self.reason = reason
    }

    /// One line: the segment and the defect.
    public var description: String {
        "segment of \(device) from \(first.iso8601) to \(last.iso8601), \(count) fixes: \(reason)"
    }
}
