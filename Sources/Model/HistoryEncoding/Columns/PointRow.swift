import Basics
import Location

/// The place of a point in a table of columns, to write it there as steps.
struct PointRow {
    private let row: Int
    private let count: Int

    /// A row of so many.
    init(_ row: Int, of count: Int) {
        self.row = row
        self.count = count
    }

    /// Writes all columns of a point.
    func write(_ point: borrowing TrackPoint, to values: inout MutableSpan<Int64>) {
        let radius = Quantity.steps(uncertain: point.fix.horizontalAccuracy?.radius, perUnit: Steps.perAccuracyMetre)
        set(.time, point.timestamp.milliseconds, &values)
        set(.latitude, Quantity.steps(point.coordinate.latitude, perUnit: Steps.perDegree), &values)
        set(.longitude, Quantity.steps(point.coordinate.longitude, perUnit: Steps.perDegree), &values)
        set(.state, PointState(point, hasRadius: radius != Quantity.unknown).number, &values)
        set(.horizontalAccuracy, radius, &values)
        set(.satellites, Self.count(point.satellitesUsed), &values)
        set(.altitude, Quantity.steps(point.fix.altitude, perUnit: Steps.perMetre), &values)
        set(
            .ellipsoidalAltitude, Quantity.steps(point.fix.ellipsoidalAltitude, perUnit: Steps.perMetre), &values)
        set(.climb, Quantity.steps(point.fix.climb, perUnit: Steps.perMetre), &values)
        writeMovement(point, to: &values)
    }

    private func writeMovement(_ point: borrowing TrackPoint, to values: inout MutableSpan<Int64>) {
        set(
            .verticalAccuracy, Quantity.steps(uncertain: point.fix.verticalAccuracy, perUnit: Steps.perAccuracyMetre),
            &values)
        set(.speed, Quantity.steps(point.fix.speed, perUnit: Steps.perMetre), &values)
        set(
            .speedAccuracy, Quantity.steps(uncertain: point.fix.speedAccuracy, perUnit: Steps.perMetre), &values)
        // What rounds to all around is north.
        let course = Quantity.steps(point.fix.course, perUnit: Steps.perCourseDegree)
        set(.course, course == Steps.turn ? 0 : course, &values)
        set(
            .courseAccuracy, Quantity.steps(uncertain: point.fix.courseAccuracy, perUnit: Steps.perCourseDegree),
            &values)
    }

    @inline(__always)
    private func set(_ column: Column, _ steps: Int64, _ values: inout MutableSpan<Int64>) {
        values[column.rawValue &* count &+ row] = steps
    }

    private static func count(_ number: Int?) -> Int64 {
        guard let number, number.magnitude < Quantity.limit else { return Quantity.unknown }
        return Int64(number)
    }
}
