import Basics
public import HistoryEncoding
public import Location
import Wire

/// The points and events of one upload.
public struct UploadedItems: Hashable, Sendable {
    /// The points, in the order of the body; the device of each fix is the name of the device.
    public var points: [TrackPoint] = [] { didSet { owner = nil } }
    /// The place events, in the order of the body.
    public var events: [PlaceEvent] = [] { didSet { owner = nil } }
    /// The device for which ``UploadBody`` has decoded the content, so that it is sanitised already; nil after a change.
    var owner: DeviceName?

    /// Creates a content.
    public init(points: [TrackPoint] = [], events: [PlaceEvent] = []) {
        self.points = points
        self.events = events
    }
}

/// The body of an upload: a segment of a history, or JSON Lines of points and place events.
///
/// Both have the precision of a segment and yield equal points. The first byte distinguishes them.
public enum UploadBody {
    /// The maximum number of bytes.
    public static let maxByteCount = 262_144
    /// The maximum number of points and events.
    public static let maxPointCount = 10_000
    /// The media type of a segment.
    public static let segmentType = "application/vnd.whereismy.segment"
    /// The media type of lines.
    public static let linesType = "application/x-ndjson"

    /// The key of each event, which is not escaped.
    private static let eventKey = Array("\"event\"".utf8)

    /// Encodes points without their receivers: as a segment if they are nominal and in order of time, else a line for each.
    ///
    /// Collectors of the version before reject a segment with other levels, and ignore them in lines.
    /// Even a single point is smaller as a segment, by a factor of four, and is decoded 25 times as fast.
    public static func encode(_ points: [TrackPoint]) -> [UInt8] {
        let unnamed = points.map { $0.renamed("") }
        let isNominal = points.allSatisfy { $0.integrity == .nominal }
        return isNominal ? (try? Segment.encode(unnamed)) ?? encodeLines(unnamed) : encodeLines(unnamed)
    }

    /// Encodes points as lines, without their receivers.
    public static func encodeLines(_ points: [TrackPoint]) -> [UInt8] {
        points.reduce(into: []) { bytes, point in
            TrackPointJSON.append(QuantisedPoint(point).point(device: "") ?? point.renamed(""), to: &bytes)
            bytes.append(0x0A)
        }
    }

    /// Encodes a place event as a line.
    public static func encode(_ event: PlaceEvent) -> [UInt8] { PlaceEventJSON.encode(event) + [0x0A] }

    /// Returns the media type of a body.
    public static func mediaType(of body: [UInt8]) -> String {
        Segment.begins(body) ? segmentType : linesType
    }

    /// Returns the number of events that there can be in a body of lines, which is not decoded.
    public static func maxEventCount(of bytes: [UInt8]) -> Int {
        bytes.indices.count { bytes[$0] == eventKey[0] && bytes[$0...].starts(with: eventKey) }
    }

    /// Decodes a body of a device.
    ///
    /// Values beyond what exists on Earth are unknown. Times are within 1970 to 9999; they may lie in the future.
    ///
    /// - Throws: ``UploadBodyError``; nothing of such a body is used.
    public static func decode(_ bytes: [UInt8], device: DeviceName) throws(UploadBodyError) -> UploadedItems {
        guard bytes.count <= maxByteCount else { throw .tooLong(bytes.count) }
        guard !bytes.isEmpty else { throw .empty }
        var content =
            Segment.begins(bytes)
            ? UploadedItems(points: try points(segment: bytes, device: device))
            : try UploadLines.decode(bytes, device: device)
        guard !content.points.isEmpty || !content.events.isEmpty else { throw .empty }
        content.owner = device
        return content
    }

    private static func points(segment: [UInt8], device: DeviceName) throws(UploadBodyError) -> [TrackPoint] {
        do throws(SegmentError) {
            var reader = try SegmentReader(segment, device: device.text)
            guard reader.summary.count <= maxPointCount else { throw SegmentError.tooManyPoints(reader.summary.count) }
            var points: [TrackPoint] = []
            points.reserveCapacity(reader.summary.count)
            while let point = try reader.next() {
                guard point.timestamp.isStorable else {
                    throw SegmentError.malformed("time, which is not in 1970 to 9999")
                }
                points.append(point.plausible)
            }
            return points
        } catch {
            throw .segment(error)
        }
    }
}

/// The reason for which a body cannot be decoded; sent to the device.
public enum UploadBodyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is neither a point nor an event.
    case empty
    /// There are more bytes than ``UploadBody/maxByteCount``.
    case tooLong(Int)
    /// There are more points and events than ``UploadBody/maxPointCount``.
    case tooManyPoints
    /// The segment is damaged.
    case segment(SegmentError)
    /// The line of this number, from 1, is neither a point nor an event.
    case line(Int, reason: String)

    /// One line: the cause.
    public var description: String {
        switch self {
        case .empty: "no fix and no event in the body"
        case .tooLong(let count): "\(count) bytes in a body, the maximum is \(UploadBody.maxByteCount)"
        case .tooManyPoints: "more than \(UploadBody.maxPointCount) fixes in a body"
        case .segment(.tooManyPoints(let count)):
            "\(count) fixes in a body, the maximum is \(UploadBody.maxPointCount)"
        case .segment(let error): "segment: \(error)"
        case .line(let number, let reason): "line \(number): \(reason)"
        }
    }
}
