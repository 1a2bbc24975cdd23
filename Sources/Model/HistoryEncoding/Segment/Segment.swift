public import Basics
public import Location

/// A compact encoding of points of one device; the format is in `docs/history-format.md`.
///
/// The precision is that of receivers: time to 1 ms, latitude and longitude to 1e-7 degree, altitudes, speeds and
/// climbs to 1 cm, accuracies to 1 dm, courses to 0.01 degree. Decoding yields exactly those steps, as the nearest
/// Doubles; encoding them again yields the same bytes. Earth-centred coordinates are not stored.
public enum Segment {
    /// The version of the format; the first byte of each segment whose points are all nominal.
    public static let version: UInt8 = 1
    /// The version of a segment in which some are not: older readers report it instead of taking them for damage.
    static let levelVersion: UInt8 = 2
    /// Returns true if the first byte is that of a segment of either version.
    public static func begins(_ bytes: [UInt8]) -> Bool {
        bytes.first.map { (version...levelVersion).contains($0) } ?? false
    }

    /// The maximum number of points in a segment.
    public static let maxPointCount = 65_536

    /// Encodes points of one device, sorted by time; points of the same time keep their order.
    ///
    /// - Throws: ``SegmentError`` for no points, too many, points of several devices, or unsorted points.
    public static func encode(_ points: [TrackPoint]) throws(SegmentError) -> [UInt8] {
        let table = try ColumnTable(points)
        let columns = Column.allCases.map { EncodedColumn(table.analysis(of: $0)) }
        let hasLevels = table[.state].contains { $0 > PointState.maxNominal }
        var writer = ByteWriter(version: hasLevels ? levelVersion : version)
        SegmentSummary(table, of: points).write(to: &writer)
        for column in columns { column.writeHead(to: &writer) }
        for column in columns {
            writer.write(column.coded)
            writer.write(column.plain)
        }
        return writer.finish()
    }

    /// Decodes all points, and assigns them a device, which a segment does not store.
    ///
    /// - Throws: ``SegmentError`` if the bytes are not a segment.
    public static func decode(_ bytes: [UInt8], device: String) throws(SegmentError) -> [TrackPoint] {
        var reader = try SegmentReader(bytes, device: device)
        var points: [TrackPoint] = []
        points.reserveCapacity(reader.summary.count)
        while let point = try reader.next() { points.append(point) }
        return points
    }

    /// Decodes times and positions only, in a third of the time.
    ///
    /// - Throws: ``SegmentError`` if the bytes are not a segment.
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
    /// Encodes the summary as the header of a segment.
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

/// The time and position of a point of a segment.
public struct SegmentPosition: Hashable, Sendable {
    /// The time.
    public let timestamp: Timestamp
    /// The position.
    public let coordinate: Coordinate
}

/// An error in encoding points or in decoding bytes.
public enum SegmentError: Error, Hashable, Sendable {
    /// There are no points to encode.
    case empty
    /// There are more points than a segment holds.
    case tooManyPoints(Int)
    /// The point at this index, from 0, is earlier than the previous one.
    case unordered(index: Int)
    /// The points are of these two devices.
    case severalDevices(String, String)
    /// The checksum does not match the bytes.
    case damaged
    /// The version of the encoding is unknown.
    case unknownVersion(UInt8)
    /// The checksum matches, but this part is invalid.
    case malformed(String)
}

extension SegmentError: CustomStringConvertible {
    /// One line: the cause and the fix.
    public var description: String {
        switch self {
        case .empty: "no points to encode; a segment has at least one"
        case .tooManyPoints(let count):
            "\(count) points in a segment, the maximum is \(Segment.maxPointCount)"
        case .unordered(let index): "point \(index) is earlier than the previous one; fix: sort by time"
        case .severalDevices(let first, let second):
            "points of two devices, '\(first)' and '\(second)'; a segment has one device"
        case .damaged: "damaged bytes: wrong checksum"
        case .unknownVersion(let version):
            "unknown version \(version) of the encoding, supported: up to \(Segment.levelVersion)"
        case .malformed(let part): "invalid \(part), though the checksum is right"
        }
    }
}
