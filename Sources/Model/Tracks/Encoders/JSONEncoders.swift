public import Location
import Wire

/// Encodes a JSON array with an object per point, for readers that need a single document.
public struct JSONListEncoder: TrackEncoder {
    /// False: gaps follow from the times.
    public var needsGaps: Bool { false }

    private var isFirst = true
    private var points = TrackPointEncoder()

    /// Creates an encoder for one document.
    public init() {}

    /// Opens the array.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append("[")
    }

    /// Writes an object.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        bytes.append(isFirst ? "\n" : ",\n")
        isFirst = false
        points.append(point, to: &bytes)
    }

    /// Closes the array.
    public mutating func end(into bytes: inout [UInt8]) {
        bytes.append("\n]\n")
    }
}

/// Encodes JSON Lines: an object per point with the names of the report's `fix`.
///
/// Lines instead of an array let a reader start before the end, and keep a truncated file valid.
public struct JSONLinesEncoder: TrackEncoder {
    /// False: gaps follow from the times.
    public var needsGaps: Bool { false }

    private var points = TrackPointEncoder()

    /// Creates an encoder.
    public init() {}

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        points.append(point, to: &bytes)
        bytes.append(0x0A)
    }
}
