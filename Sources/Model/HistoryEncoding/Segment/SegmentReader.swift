public import Location

/// Decodes the points of a segment one by one, in constant memory.
public struct SegmentReader {
    /// The summary of the segment.
    public let summary: SegmentSummary

    private let device: String
    private var block: BlockReader
    private var row = 0
    private var state: (number: Int64, value: PointState)?

    /// Begins with the first point of a segment, which does not store the device.
    ///
    /// - Throws: ``SegmentError`` if the bytes are not a segment.
    public init(_ bytes: [UInt8], device: String) throws(SegmentError) {
        let layout = try SegmentLayout(bytes)
        summary = layout.summary
        block = BlockReader(bytes, layout, columns: Column.count)
        self.device = device
    }

    /// Returns the next point; nil at the end.
    ///
    /// - Throws: ``SegmentError/malformed(_:)`` if the bytes are forged.
    public mutating func next() throws(SegmentError) -> TrackPoint? {
        if row == block.count {
            row = 0
            guard try block.readBlock() else { return nil }
        }
        defer { row += 1 }
        return try point()
    }

    private mutating func point() throws(SegmentError) -> TrackPoint? {
        let state = try state(block.steps(.state, at: row))
        let position = block.position(at: row)
        var fix = Fix(device: device, mode: state.mode)
        fix.timestamp = position.timestamp
        fix.coordinate = position.coordinate
        fix.altitude = value(.altitude, perUnit: Scale.perMetre)
        fix.ellipsoidalAltitude = value(.ellipsoidalAltitude, perUnit: Scale.perMetre)
        fix.horizontalAccuracy = value(.horizontalAccuracy, perUnit: Scale.perAccuracyMetre).flatMap {
            HorizontalAccuracy(radius: $0, origin: state.origin)
        }
        fix.verticalAccuracy = value(.verticalAccuracy, perUnit: Scale.perAccuracyMetre)
        fix.speed = value(.speed, perUnit: Scale.perMetre)
        fix.speedAccuracy = value(.speedAccuracy, perUnit: Scale.perMetre)
        fix.course = value(.course, perUnit: Scale.perCourseDegree)
        fix.courseAccuracy = value(.courseAccuracy, perUnit: Scale.perCourseDegree)
        fix.climb = value(.climb, perUnit: Scale.perMetre)
        fix.differential = state.differential
        fix.source = state.source
        fix.timeSource = state.timeSource
        let satellites = block.steps(.satellites, at: row)
        return TrackPoint(
            fix, motion: state.motion,
            satellitesUsed: satellites == Quantity.unknown ? nil : Int(truncatingIfNeeded: satellites),
            integrity: state.integrity)
    }

    private func value(_ column: Column, perUnit: Double) -> Double? {
        Quantity.value(block.steps(column, at: row), perUnit: perUnit)
    }

    private mutating func state(_ number: Int64) throws(SegmentError) -> PointState {
        if let state, state.number == number { return state.value }
        guard let value = PointState(number: number) else { throw .malformed("state of a point") }
        state = (number, value)
        return value
    }
}
