public import Basics
import Location

/// The metadata of a segment, available without decoding its points.
public struct SegmentSummary: Hashable, Sendable {
    /// The number of points, 1 or more.
    public let count: Int
    /// The time of the first point.
    public let first: Timestamp
    /// The time of the last point; not before the first.
    public let last: Timestamp
    /// The bounds of the points.
    public let bounds: SegmentBounds
    /// The distance travelled in metres, to a centimetre; steps to stationary points do not count, and neither do
    /// outliers and contradicted points.
    public var distance: Double { Double(centimetres) / 100 }

    let centimetres: Int64
}

extension SegmentSummary {
    /// Decodes the summary of an encoded segment.
    ///
    /// - Throws: ``SegmentError`` if the bytes are not a segment.
    public init(_ bytes: [UInt8]) throws(SegmentError) {
        self = try SegmentLayout(bytes).summary
    }

    /// The maximum length in bytes at the beginning of a segment: a version and eight numbers.
    public static let maxByteCount = 81

    /// Decodes the summary from the beginning of a segment without a checksum, as totals over thousands of segments
    /// need it.
    ///
    /// - Parameter bytes: the first ``maxByteCount`` bytes, or all.
    /// - Throws: ``SegmentError`` if the bytes are not a segment.
    public init(beginning bytes: [UInt8]) throws(SegmentError) {
        var reader = try ByteReader(beginning: bytes, version: Segment.version, to: Segment.levelVersion)
        self = try SegmentLayout.summary(&reader)
    }

    private static let around = 2 * Scale.antimeridian

    /// Computes the summary of sorted points and of their columns.
    init(_ table: ColumnTable, of points: [TrackPoint]) {
        let times = table[.time]
        let latitudes = table[.latitude]
        let longitudes = table[.longitude]
        let states = table[.state]
        var scale = LocalScale()
        var metres = 0.0
        let outliers = Outliers(among: points)
        var place = (latitude: latitudes.first ?? 0, longitude: longitudes.first ?? 0)
        func isCounted(_ row: Int) -> Bool {
            points[row].isTrusted && (outliers.count == 0 || !outliers.contains(points[row]))
        }
        /// The last place that counts.
        var counted = isCounted(0) ? Optional(place) : nil
        var builder = SegmentBounds.Builder(latitude: place.latitude, longitude: place.longitude)
        for row in 1..<max(table.count, 1) {
            let next = (
                latitude: latitudes[latitudes.startIndex &+ row], longitude: longitudes[longitudes.startIndex &+ row]
            )
            let eastwards = Self.shorter(next.longitude &- place.longitude)
            builder.add(latitude: next.latitude, eastwards: eastwards)
            if isCounted(row) {
                if let counted, !PointState.isStationary(states[states.startIndex &+ row]) {
                    metres += scale.distance(
                        from: counted, eastwards: Self.shorter(next.longitude &- counted.longitude), to: next.latitude)
                }
                counted = next
            }
            place = next
        }
        self.init(
            count: table.count, first: Timestamp(milliseconds: times.first ?? 0),
            last: Timestamp(milliseconds: times.last ?? 0), bounds: builder.bounds,
            centimetres: Quantity.steps(metres, perUnit: Scale.perMetre))
    }

    /// Returns a difference of longitudes the shorter way around.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference > Scale.antimeridian { return difference - around }
        return difference < -Scale.antimeridian ? difference + around : difference
    }
}
