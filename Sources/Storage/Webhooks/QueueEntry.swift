public import Basics
import JSON
public import Location
import Wire

/// What is sent to a webhook, as it lies in the queue: one line of JSON, which is the body of the request too.
///
/// `{"id":"…","queued":"…","event":"enter",…}`: after the first two what ``PlaceEventJSON`` writes.
public struct QueueEntry: Hashable, Sendable {
    /// The most bytes of an entry.
    public static let maxBytes = 4096

    /// What no other entry has, and what every attempt to send this one has: 32 hexadecimal digits.
    public let id: String
    /// When it was put into the queue, by the wall clock.
    public let queued: Timestamp
    /// What happened.
    public let occurrence: PlaceEvent

    /// Makes an entry.
    public init(id: String, queued: Timestamp, occurrence: PlaceEvent) {
        self.id = id
        self.queued = queued
        self.occurrence = occurrence
    }

    /// Reads an entry.
    ///
    /// - Throws: ``ReportJSONError`` or what `SafeJSON` throws.
    public init(decoding bytes: [UInt8]) throws {
        let head = try SafeJSON.decode(Head.self, from: bytes)
        guard let queued = Timestamp(iso8601: head.queued) else {
            throw FormatError.queued
        }
        guard head.id.utf8.count == 32, head.id.utf8.allSatisfy(Self.isDigit) else { throw FormatError.id }
        self.init(id: head.id, queued: queued, occurrence: try PlaceEventJSON.decode(bytes))
    }

    /// The bytes of an entry, without a line end.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.string("id", id)
            $0.time("queued", queued)
            $0.members(of: occurrence)
        }
        return writer.bytes
    }

    /// What is wrong with an entry.
    enum FormatError: Error {
        /// It has no moment.
        case queued
        /// It has no identifier, which goes into a header.
        case id
    }

    private struct Head: Decodable {
        var id: String
        var queued: String
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
