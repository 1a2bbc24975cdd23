public import Location

/// The steps of one point at a time, for a store that writes many rows: without an allocation for each.
public struct PointSteps: Sendable {
    /// The number of columns, the time included, which comes first; the others are in the order of ``QuantisedPoint``.
    public static let columnCount = Column.count

    private var steps = [Int64](repeating: Quantity.unknown, count: Column.count)

    /// Creates steps that are all unknown.
    public init() {}

    /// Rounds a point.
    public mutating func set(_ point: borrowing TrackPoint) {
        var row = steps.mutableSpan
        PointRow(0, of: 1).write(point, to: &row)
    }

    /// Returns a column; nil if it is unknown.
    public subscript(column: Int) -> Int64? {
        let value = steps[column]
        return value == Quantity.unknown ? nil : value
    }
}
