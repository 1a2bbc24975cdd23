public import Basics
public import Location

/// Points of one device as few bytes; the format is that of `docs/history-format.md`.
///
/// What is kept is what a receiver can mean: time to 1 ms, latitude and longitude to 1e-7 degree, altitudes, speeds and
/// the climb to 1 cm, accuracies to 1 dm, courses to 0.01 degree. Decoding gives back exactly those steps, as the
/// doubles nearest to them; encoding them again gives the same bytes. Earth-centred coordinates are not kept.
public enum Segment {
    /// The version of the format; the first byte of each segment.
    public static let version: UInt8 = 1
    /// The most points a segment holds.
    public static let maxPointCount = 65_536

    /// Encodes points of one device, sorted by time; several may have the same time and keep their order.
    ///
    /// - Throws: ``SegmentError`` for no points, too many, points of several devices, or points out of order.
    public static func encode(_ points: [TrackPoint]) throws(SegmentError) -> [UInt8] {
        let table = try ColumnTable(points)
        let columns = Column.allCases.map { EncodedColumn(table.analysis(of: $0)) }
        var writer = ByteWriter(version: version)
        SegmentSummary(table).write(to: &writer)
        for column in columns { column.writeHead(to: &writer) }
        for column in columns {
            writer.write(column.coded)
            writer.write(column.plain)
        }
        return writer.finish()
    }

    /// Decodes all points; their device, which a segment does not name, is the one given.
    ///
    /// - Throws: ``SegmentError`` where the bytes are not those of a segment.
    public static func decode(_ bytes: [UInt8], device: String) throws(SegmentError) -> [TrackPoint] {
        var reader = try SegmentReader(bytes, device: device)
        var points: [TrackPoint] = []
        points.reserveCapacity(reader.summary.count)
        while let point = try reader.next() { points.append(point) }
        return points
    }

    /// Decodes times and places alone, in a third of the time.
    ///
    /// - Throws: ``SegmentError`` where the bytes are not those of a segment.
    public static func decodePositions(_ bytes: [UInt8]) throws(SegmentError) -> [SegmentPosition] {
        let layout = try SegmentLayout(bytes)
        var reader = BlockReader(bytes, layout, columns: Column.positionCount)
        var positions: [SegmentPosition] = []
        positions.reserveCapacity(layout.summary.count)
        while try reader.readBlock() {
            for row in 0..<reader.count { positions.append(reader.position(at: row)) }
        }
        return positions
    }
}

extension SegmentSummary {
    /// Writes it as the head of a segment.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(UInt64(count))
        writer.write(signed: first.milliseconds)
        writer.write(UInt64(bitPattern: last.milliseconds &- first.milliseconds))
        for edge in [bounds.southern, bounds.western, bounds.northern, bounds.eastern] { writer.write(signed: edge) }
        writer.write(UInt64(centimetres))
    }
}

extension EncodedColumn {
    fileprivate func writeHead(to writer: inout ByteWriter) {
        plan.write(to: &writer)
        guard plan.hasStream else { return }
        writer.write(UInt64(coded.count))
        writer.write(UInt64(plain.count))
    }
}

/// When and where a point of a segment was.
public struct SegmentPosition: Hashable, Sendable {
    /// When.
    public let timestamp: Timestamp
    /// Where.
    public let coordinate: Coordinate
}

/// Why points could not be encoded, or bytes not be decoded.
public enum SegmentError: Error, Hashable, Sendable {
    /// There is no point to encode.
    case empty
    /// There are more points than a segment holds.
    case tooManyPoints(Int)
    /// The point at this index, counted from 0, is earlier than the one before it.
    case unordered(index: Int)
    /// The points are of two devices, these.
    case severalDevices(String, String)
    /// The bytes are not those that were written: their checksum does not fit.
    case damaged
    /// The bytes are of a version that this program does not know.
    case unknownVersion(UInt8)
    /// The checksum fits, but this part of what was written makes no sense.
    case malformed(String)
}

extension SegmentError: CustomStringConvertible {
    /// What is wrong and what would be right, in one line.
    public var description: String {
        switch self {
        case .empty: "no points to encode: a segment holds at least one"
        case .tooManyPoints(let count):
            "\(count) points are too many for a segment, which holds up to \(Segment.maxPointCount)"
        case .unordered(let index): "point \(index) is earlier than the one before it: sort them by time"
        case .severalDevices(let first, let second):
            "points of two devices, '\(first)' and '\(second)': a segment holds those of one"
        case .damaged: "the bytes are damaged: their checksum does not fit"
        case .unknownVersion(let version):
            "version \(version) of the encoding is not known: this program reads version \(Segment.version)"
        case .malformed(let part): "the checksum fits but the \(part) makes no sense"
        }
    }
}
