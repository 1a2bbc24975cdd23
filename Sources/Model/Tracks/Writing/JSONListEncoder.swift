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
