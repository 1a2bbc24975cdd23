public import Basics
import JSON
public import Location
import Wire

/// An entry of the queue: one line of JSON, which is also the body of the request.
///
/// `{"id":"…","queued":"…","event":"enter",…}`: the first two, then the members that ``PlaceEventJSON`` writes;
/// last `"test":true` in a test.
public struct QueueEntry: Hashable, Sendable {
    /// The maximum size of an entry in bytes.
    public static let maxBytes = 4096

    /// The unique identifier, the same for each attempt: 32 hexadecimal digits.
    public let id: String
    /// The wall clock when it was enqueued.
    public let queued: Timestamp
    /// The event.
    public let event: PlaceEvent
    /// True for an event that did not happen, which tests the receiver; it is never queued.
    public let isTest: Bool

    /// Creates an entry.
    public init(id: String, queued: Timestamp, event: PlaceEvent, isTest: Bool = false) {
        self.id = id
        self.queued = queued
        self.event = event
        self.isTest = isTest
    }

    /// Decodes an entry.
    ///
    /// - Throws: ``ReportJSONError``, `FormatError` or an error of `SafeJSON`.
    public init(decoding bytes: [UInt8]) throws {
        let head = try SafeJSON.decode(Head.self, from: bytes)
        guard let queued = Timestamp(storable: head.queued) else {
            throw FormatError.queued
        }
        guard head.id.utf8.count == 32, head.id.utf8.allSatisfy(Self.isDigit) else { throw FormatError.id }
        self.init(id: head.id, queued: queued, event: try PlaceEventJSON.decode(bytes))
    }

    /// The JSON without a line end.
    public var bytes: [UInt8] {
        JSONWriter.object {
            $0.string("id", id)
            $0.time("queued", queued)
            $0.members(of: event)
            if isTest { $0.boolean("test", true) }
        }
    }

    enum FormatError: Error {
        /// The time is missing.
        case queued
        /// The identifier, which goes into a header, is invalid.
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
