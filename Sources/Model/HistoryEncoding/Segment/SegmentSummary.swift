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

extension SegmentSummary {
    private static let around = 2 * Scale.antimeridian

    /// Works it out from columns, whose points are sorted.
    init(_ table: ColumnTable) {
        let (times, latitudes, longitudes) = (table[.time], table[.latitude], table[.longitude])
        let states = table[.state]
        var scale = LocalScale()
        var metres = 0.0
        var place = (latitude: latitudes.first ?? 0, longitude: longitudes.first ?? 0)
        var builder = SegmentBounds.Builder(latitude: place.latitude, longitude: place.longitude)
        for row in 1..<max(table.count, 1) {
            let next = (
                latitude: latitudes[latitudes.startIndex &+ row], longitude: longitudes[longitudes.startIndex &+ row]
            )
            let eastwards = Self.shorter(next.longitude &- place.longitude)
            builder.add(latitude: next.latitude, eastwards: eastwards)
            if !PointState.isStationary(states[states.startIndex &+ row]) {
                metres += scale.distance(from: place, eastwards: eastwards, to: next.latitude)
            }
            place = next
        }
        self.init(
            count: table.count, first: Timestamp(milliseconds: times.first ?? 0),
            last: Timestamp(milliseconds: times.last ?? 0), bounds: builder.bounds,
            centimetres: Quantity.steps(metres, perUnit: Scale.perMetre))
    }

    /// A difference of longitudes the shorter way around.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference > Scale.antimeridian { return difference - around }
        return difference < -Scale.antimeridian ? difference + around : difference
    }
}
