public import Basics
import Location

/// What can be told of a segment without decoding it.
public struct SegmentSummary: Hashable, Sendable {
    /// How many points it holds, 1 or more.
    public let count: Int
    /// When its first point was measured.
    public let first: Timestamp
    /// When its last point was measured; not before the first.
    public let last: Timestamp
    /// Where its points lie.
    public let bounds: SegmentBounds
    /// Metres travelled, in whole centimetres: the steps to all points but those that stand still.
    public var distance: Double { Double(centimetres) / 100 }

    let centimetres: Int64

    init(count: Int, first: Timestamp, last: Timestamp, bounds: SegmentBounds, centimetres: Int64) {
        self.count = count
        self.first = first
        self.last = last
        self.bounds = bounds
        self.centimetres = centimetres
    }

    /// Reads it off an encoded segment.
    ///
    /// - Throws: ``SegmentError`` where the bytes are not those of a segment.
    public init(_ bytes: [UInt8]) throws(SegmentError) {
        self = try SegmentLayout(bytes).summary
    }

    /// More bytes than these it never takes at the beginning of a segment: a version, and eight numbers.
    public static let maxByteCount = 81

    /// Reads it off the beginning of an encoded segment, unchecked, as sums over thousands of them want it.
    ///
    /// - Parameter bytes: the first ``longest`` bytes, or all there are.
    /// - Throws: ``SegmentError`` where the bytes are not those of a segment.
    public init(beginning bytes: [UInt8]) throws(SegmentError) {
        var reader = try ByteReader(beginning: bytes, version: Segment.version)
        self = try SegmentLayout.summary(&reader)
    }
}
