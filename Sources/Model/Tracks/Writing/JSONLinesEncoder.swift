public import Location
import Wire

/// JSON, an object on a line for each point, with the words of the report's `fix`.
///
/// Lines in place of one array, so that a reader can begin before the end, and what was written is good as far as it
/// goes.
public struct JSONLinesEncoder: TrackEncoder {
    /// Makes an encoder.
    public init() {}

    /// Writes nothing.
    public mutating func begin(into bytes: inout [UInt8]) {}

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        TrackPointJSON.append(point, to: &bytes)
        bytes.append(0x0A)
    }

    /// Writes nothing: the times say it.
    public mutating func gap(into bytes: inout [UInt8]) {}

    /// Writes nothing.
    public mutating func end(into bytes: inout [UInt8]) {}
}
