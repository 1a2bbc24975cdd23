public import Basics
public import Location

/// A point rounded to whole steps, one value per column: for a store that keeps it as a row until its hour is sealed.
///
/// The steps are those of a segment, so that a row and its segment yield the same point.
public struct QuantisedPoint: Hashable, Sendable {
    /// The number of columns besides the time.
    public static let columnCount = Column.count - 1

    /// The time of the point.
    public let timestamp: Timestamp
    /// The columns in storage order without the time; nil for an unknown value.
    public let columns: [Int64?]

    /// Rounds a point to steps.
    public init(_ point: TrackPoint) {
        var steps = [Int64](repeating: Quantity.unknown, count: Column.count)
        var row = steps.mutableSpan
        PointRow(0, of: 1).write(point, to: &row)
        timestamp = point.timestamp
        columns = steps.dropFirst().map { $0 == Quantity.unknown ? nil : $0 }
    }

    /// Validates stored steps; nil if they cannot be those of a point.
    public init?(timestamp: Timestamp, columns: [Int64?]) {
        guard columns.count == Self.columnCount else { return nil }
        for (column, value) in zip(Column.allCases.dropFirst(), columns) {
            guard value.map(column.limits.contains) ?? !column.isAlwaysKnown else { return nil }
        }
        self.timestamp = timestamp
        self.columns = columns
    }

    /// Returns the point of a device; nil if the steps are invalid.
    public func point(device: String) -> TrackPoint? {
        guard let state = self[.state].flatMap(PointState.init(number:)) else { return nil }
        var fix = Fix(device: device, mode: state.mode)
        fix.timestamp = timestamp
        fix.coordinate = coordinate
        fix.altitude = value(.altitude, Scale.perMetre)
        fix.ellipsoidalAltitude = value(.ellipsoidalAltitude, Scale.perMetre)
        fix.horizontalAccuracy = value(.horizontalAccuracy, Scale.perAccuracyMetre).flatMap {
            HorizontalAccuracy(radius: $0, origin: state.origin)
        }
        fix.verticalAccuracy = value(.verticalAccuracy, Scale.perAccuracyMetre)
        fix.speed = value(.speed, Scale.perMetre)
        fix.speedAccuracy = value(.speedAccuracy, Scale.perMetre)
        fix.course = value(.course, Scale.perCourseDegree)
        fix.courseAccuracy = value(.courseAccuracy, Scale.perCourseDegree)
        fix.climb = value(.climb, Scale.perMetre)
        fix.differential = state.differential
        fix.source = state.source
        fix.timeSource = state.timeSource
        return TrackPoint(
            fix, motion: state.motion, satellitesUsed: self[.satellites].map(Int.init(clamping:)),
            integrity: state.integrity)
    }

    private var coordinate: Coordinate? {
        Coordinate(optionalLatitude: value(.latitude, Scale.perDegree), longitude: value(.longitude, Scale.perDegree))
    }

    private subscript(column: Column) -> Int64? { columns[column.rawValue - 1] }

    private func value(_ column: Column, _ perUnit: Double) -> Double? {
        self[column].flatMap { Quantity.value($0, perUnit: perUnit) }
    }
}
