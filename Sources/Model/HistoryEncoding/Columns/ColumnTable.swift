import Basics
import Location

/// Points as columns of steps, stored one column after another.
struct ColumnTable {
    /// All values; a column begins at its number times the count.
    private(set) var values: [Int64]
    /// The number of points.
    let count: Int

    /// Creates a table of points of one device, in order of time.
    init(_ points: [TrackPoint]) throws(SegmentError) {
        guard let first = points.first else { throw .empty }
        guard points.count <= Segment.maxPointCount else { throw .tooManyPoints(points.count) }
        count = points.count
        values = [Int64](repeating: Quantity.unknown, count: Column.count * points.count)
        try Self.fill(&values, points, device: first.fix.device)
    }

    /// Returns the values of a column.
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

/// The row of a point in a column table, to which its steps are written.
struct PointRow {
    private let row: Int
    private let count: Int

    /// A row of a table with `count` rows.
    init(_ row: Int, of count: Int) {
        self.row = row
        self.count = count
    }

    func write(_ point: borrowing TrackPoint, to values: inout MutableSpan<Int64>) {
        let radius = Quantity.steps(uncertain: point.fix.horizontalAccuracy?.radius, perUnit: Scale.perAccuracyMetre)
        set(.time, to: point.timestamp.milliseconds, in: &values)
        set(.latitude, to: Quantity.steps(point.coordinate.latitude, perUnit: Scale.perDegree), in: &values)
        set(.longitude, to: Quantity.steps(point.coordinate.longitude, perUnit: Scale.perDegree), in: &values)
        set(.state, to: PointState(point, hasRadius: radius != Quantity.unknown).number, in: &values)
        set(.horizontalAccuracy, to: radius, in: &values)
        set(.satellites, to: Self.count(point.satellitesUsed), in: &values)
        set(.altitude, to: Quantity.steps(point.fix.altitude, perUnit: Scale.perMetre), in: &values)
        set(
            .ellipsoidalAltitude, to: Quantity.steps(point.fix.ellipsoidalAltitude, perUnit: Scale.perMetre),
            in: &values)
        set(.climb, to: Quantity.steps(point.fix.climb, perUnit: Scale.perMetre), in: &values)
        writeMovement(point, to: &values)
    }

    private func writeMovement(_ point: borrowing TrackPoint, to values: inout MutableSpan<Int64>) {
        set(
            .verticalAccuracy,
            to: Quantity.steps(uncertain: point.fix.verticalAccuracy, perUnit: Scale.perAccuracyMetre),
            in: &values)
        set(.speed, to: Quantity.steps(point.fix.speed, perUnit: Scale.perMetre), in: &values)
        set(
            .speedAccuracy, to: Quantity.steps(uncertain: point.fix.speedAccuracy, perUnit: Scale.perMetre), in: &values
        )
        // A course that rounds to a full circle is north.
        let course = Quantity.steps(point.fix.course, perUnit: Scale.perCourseDegree)
        set(.course, to: course == Scale.fullCircle ? 0 : course, in: &values)
        set(
            .courseAccuracy, to: Quantity.steps(uncertain: point.fix.courseAccuracy, perUnit: Scale.perCourseDegree),
            in: &values)
    }

    @inline(__always)
    private func set(_ column: Column, to steps: Int64, in values: inout MutableSpan<Int64>) {
        values[column.rawValue &* count &+ row] = steps
    }

    private static func count(_ number: Int?) -> Int64 {
        guard let number, number.magnitude < Quantity.limit else { return Quantity.unknown }
        return Int64(number)
    }
}
