import Basics
import Location

/// Reads the first columns of a segment in blocks of rows, and validates them.
struct BlockReader {
    static let size = 256

    private(set) var count = 0

    private var columns: [ColumnDecoder] = []
    /// The values of the block, one column after another.
    private var values: [Int64]
    private let isAltitudeRelated: Bool
    private let isClimbRelated: Bool
    private var remaining: Int
    private var climbPredictor = ClimbPredictor()
    private var lastTime = Int64.min

    init(_ bytes: [UInt8], _ layout: SegmentLayout, columns count: Int) {
        remaining = layout.summary.count
        values = [Int64](repeating: 0, count: count * Self.size)
        isAltitudeRelated = layout.parts[Column.ellipsoidalAltitude.rawValue].plan.isRelated
        isClimbRelated = layout.parts[Column.climb.rawValue].plan.isRelated
        columns.reserveCapacity(count)
        for (column, part) in zip(Column.allCases.prefix(count), layout.parts) {
            let coder = RangeDecoder(bytes, coded: part.coded, plain: part.plain)
            columns.append(ColumnDecoder(column: column, plan: part.plan, coder: coder))
        }
    }

    /// Reads the next rows; returns false at the end.
    mutating func readBlock() throws(SegmentError) -> Bool {
        count = min(Self.size, remaining)
        remaining -= count
        guard count > 0 else { return false }
        for index in columns.indices { columns[index].read(&values, from: index * Self.size, count: count) }
        if columns.count == Column.count { relate() }
        try check()
        return true
    }

    /// Returns a value of a row; `Quantity.unknown` if it is unknown.
    func steps(_ column: Column, at row: Int) -> Int64 { values[column.rawValue &* Self.size &+ row] }

    func position(at row: Int) -> SegmentPosition {
        SegmentPosition(
            timestamp: Timestamp(milliseconds: steps(.time, at: row)),
            coordinate: Coordinate(
                clampingLatitude: Double(steps(.latitude, at: row)) / Scale.perDegree,
                longitude: Double(steps(.longitude, at: row)) / Scale.perDegree))
    }

    /// Resolves values that are relative to other columns.
    private mutating func relate() {
        if isAltitudeRelated { Self.addAltitudes(&values, count) }
        if isClimbRelated { Self.addClimbs(to: &values, count: count, predictor: &climbPredictor) }
    }

    private static func addAltitudes(_ values: inout [Int64], _ count: Int) {
        var rows = values.mutableSpan
        for row in 0..<count {
            let known = rows[start(.altitude) &+ row]
            let index = start(.ellipsoidalAltitude) &+ row
            if known != Quantity.unknown, rows[index] != Quantity.unknown { rows[index] &+= known }
        }
    }

    private static func addClimbs(to values: inout [Int64], count: Int, predictor ascent: inout ClimbPredictor) {
        var rows = values.mutableSpan
        for row in 0..<count {
            let expected = ascent.predict(
                time: rows[row], altitude: rows[start(.altitude) &+ row],
                ellipsoidal: rows[start(.ellipsoidalAltitude) &+ row])
            let index = start(.climb) &+ row
            if rows[index] != Quantity.unknown { rows[index] &+= expected }
        }
    }

    private static func start(_ column: Column) -> Int { column.rawValue &* size }

    private mutating func check() throws(SegmentError) {
        lastTime = try Self.check(times: values, count, after: lastTime)
        for column in Column.allCases.prefix(columns.count).dropFirst() {
            guard Self.isInRange(values, column: column, count: count) else { throw .malformed("value of a column") }
        }
    }

    private static func check(times: [Int64], _ count: Int, after earlier: Int64) throws(SegmentError) -> Int64 {
        var last = earlier
        for row in 0..<count {
            guard times[row] >= last else { throw .malformed("order of times") }
            last = times[row]
        }
        return last
    }

    private static func isInRange(_ values: [Int64], column: Column, count: Int) -> Bool {
        let lowest = column.limits.lowerBound
        let highest = column.limits.upperBound
        let exempt = column.isAlwaysKnown ? highest : Quantity.unknown
        let rows = values.span
        // The sign of either difference marks a value out of range; branch-free, because it runs for every value.
        var signs: Int64 = 0
        for row in start(column)..<(start(column) &+ count) {
            let value = rows[row]
            let differences = (value &- lowest) | (highest &- value)
            signs |= value == exempt ? 0 : differences
        }
        return signs >= 0
    }
}
