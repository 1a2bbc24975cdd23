import Basics
import Location

/// Points as columns of steps, one column behind the other.
struct ColumnTable {
    /// All values; those of a column begin at its number times the count.
    private(set) var values: [Int64]
    /// How many points there are.
    let count: Int

    /// Takes points of one device in the order of time.
    init(_ points: [TrackPoint]) throws(SegmentError) {
        guard let first = points.first else { throw .empty }
        guard points.count <= Segment.maxPointCount else { throw .tooManyPoints(points.count) }
        count = points.count
        values = [Int64](repeating: Quantity.unknown, count: Column.count * points.count)
        try Self.fill(&values, points, device: first.fix.device)
    }

    /// The values of a column.
    subscript(column: Column) -> ArraySlice<Int64> {
        values[(column.rawValue * count)..<((column.rawValue + 1) * count)]
    }

    private static func fill(
        _ values: inout [Int64], _ points: [TrackPoint], device: String
    ) throws(SegmentError) {
        let count = points.count
        var last = Int64.min
        var columns = values.mutableSpan
        for index in points.indices {
            guard points[index].fix.device == device else {
                throw .severalDevices(device, points[index].fix.device)
            }
            guard points[index].timestamp.milliseconds >= last else { throw .unordered(index: index) }
            last = points[index].timestamp.milliseconds
            PointRow(index, of: count).write(points[index], to: &columns)
        }
    }
}
