public import Location
import Wire

/// JSON, one list with an object for each point, for readers that take a document and not lines.
public struct JSONListEncoder: TrackEncoder {
    private var isFirst = true

    /// Makes an encoder for one document.
    public init() {}

    /// Begins the list.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append("[")
    }

    /// Writes an object.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        bytes.append(isFirst ? "\n" : ",\n")
        isFirst = false
        TrackPointJSON.append(point, to: &bytes)
    }

    /// Writes nothing: the times say it.
    public mutating func gap(into bytes: inout [UInt8]) {}

    /// Ends the list.
    public mutating func end(into bytes: inout [UInt8]) {
        bytes.append("\n]\n")
    }
}

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
