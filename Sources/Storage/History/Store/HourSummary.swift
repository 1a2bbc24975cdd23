public import Basics
public import HistoryEncoding
public import Location

/// What the points of a device within one hour, or within a part of it, come to.
public struct HourSummary: Hashable, Sendable {
    /// Whose points.
    public let device: String
    /// When the first of them was.
    public let first: Timestamp
    /// When the last of them was.
    public let last: Timestamp
    /// How many.
    public let count: Int
    /// Metres travelled; 0 where that cannot be read.
    public let distance: Double
}

extension HourSummary {
    /// Sums up points of one device that are sorted by time.
    ///
    /// - Returns: A sum for each part of them that would be a segment.
    /// - Throws: ``SegmentError``, which sorted points never make it do.
    public static func summaries(of points: [TrackPoint]) throws -> [HourSummary] {
        try stride(from: 0, to: points.count, by: Segment.maxPointCount).map { start in
            let part = points[start..<min(start + Segment.maxPointCount, points.count)]
            return HourSummary(try SegmentSummary(try Segment.encode(Array(part))), device: points[start].fix.device)
        }
    }

    init(_ summary: SegmentSummary, device: String) {
        self.init(
            device: device, first: summary.first, last: summary.last, count: summary.count, distance: summary.distance)
    }

    /// A segment whose content cannot be read.
    init(_ head: SegmentHeader, device: String) {
        self.init(device: device, first: head.start, last: head.stop, count: head.count, distance: 0)
    }
}

/// The simplified line of one device within one hour.
public struct DeviceOutline: Hashable, Sendable {
    /// Whose line it is.
    public let device: String
    /// The line.
    public let outline: Outline

    /// When it begins, in whole seconds; nil where it has no points.
    public var start: Timestamp? { outline.vertices.first?.timestamp }
}

extension DeviceOutline {
    /// The line of points that are not sealed.
    init(_ group: HourGroups.Group) {
        device = group.device
        outline = Outline(simplifying: group.points)
    }
}
