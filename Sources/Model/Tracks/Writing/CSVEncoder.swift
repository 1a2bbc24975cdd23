import Basics
public import Location

/// CSV by RFC 4180, a line for each point with everything that is known of it; an empty field is unknown.
///
/// The columns have the words of the report (``CSVColumn``), times are UTC, numbers have the report's decimals.
/// ``CSVDecoder`` reads it back as it was.
public struct CSVEncoder: TrackEncoder {
    /// Makes an encoder.
    public init() {}

    /// Writes the names of the columns.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(CSVColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n")
    }

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        for column in CSVColumn.allCases {
            if column != .timestamp { bytes.append(UInt8(ascii: ",")) }
            column.append(point, to: &bytes)
        }
        bytes.append("\r\n")
    }

    /// Writes nothing: the times say it.
    public mutating func gap(into bytes: inout [UInt8]) {}

    /// Writes nothing.
    public mutating func end(into bytes: inout [UInt8]) {}
}
