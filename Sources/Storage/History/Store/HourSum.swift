public import Basics
import HistoryEncoding
public import Location

/// What the points of a device within one hour, or within a part of it, come to.
public struct HourSum: Hashable, Sendable {
    /// Whose points.
    public let device: String
    /// When the first of them was.
    public let first: Timestamp
    /// When the last of them was.
    public let last: Timestamp
    /// How many.
    public let count: Int
    /// Metres travelled; 0 where that cannot be read.
    public let length: Double
}

extension HourSum {
    /// Sums up points of one device that are sorted by time.
    ///
    /// - Returns: A sum for each part of them that would be a segment.
    /// - Throws: ``SegmentError``, which sorted points never make it do.
    public static func sums(of points: [TrackPoint]) throws -> [HourSum] {
        try stride(from: 0, to: points.count, by: Segment.maximumCount).map { start in
            let part = points[start..<min(start + Segment.maximumCount, points.count)]
            return HourSum(try SegmentSummary(try Segment.encode(Array(part))), device: points[start].fix.device)
        }
    }

    init(_ summary: SegmentSummary, device: String) {
        self.init(
            device: device, first: summary.first, last: summary.last, count: summary.count, length: summary.length)
    }

    /// A segment whose content cannot be read.
    init(_ head: SegmentHead, device: String) {
        self.init(device: device, first: head.start, last: head.stop, count: head.count, length: 0)
    }
}
