public import Basics
public import HistoryEncoding
public import Location

/// A summary of a device's points within an hour, or a part of it.
public struct HourSummary: Hashable, Sendable {
    /// The device.
    public let device: String
    /// The time of the first point.
    public let first: Timestamp
    /// The time of the last point.
    public let last: Timestamp
    /// The number of points.
    public let count: Int
    /// The distance travelled in metres; 0 if the segment is damaged.
    public let distance: Double

    /// Creates a summary.
    public init(device: String, first: Timestamp, last: Timestamp, count: Int, distance: Double) {
        self.device = device
        self.first = first
        self.last = last
        self.count = count
        self.distance = distance
    }
}

extension HourSummary {
    /// Summarises points of one device, sorted by time.
    ///
    /// - Returns: A summary for each potential segment.
    /// - Throws: ``SegmentError``, never for sorted points.
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

    /// Summarises a damaged segment from its row.
    init(_ header: SegmentHeader, device: String) {
        self.init(device: device, first: header.start, last: header.stop, count: header.count, distance: 0)
    }
}

/// The simplified line of one device within one hour.
public struct DeviceOutline: Hashable, Sendable {
    /// The device.
    public let device: String
    /// The line.
    public let outline: Outline

    /// Creates a line of a device.
    public init(device: String, outline: Outline) {
        self.device = device
        self.outline = outline
    }

    /// The start in whole seconds; nil for an empty line.
    public var start: Timestamp? { outline.vertices.first?.timestamp }
}

extension DeviceOutline {
    /// Simplifies the unsealed points of an hour.
    public init(_ group: HourGroups.Group) {
        device = group.device
        outline = Outline(simplifying: group.points)
    }
}
