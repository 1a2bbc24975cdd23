import Basics
public import Delivery
import JSON
public import Linux

/// The file of a cursor, replaced atomically.
public struct CursorFile: Sendable {
    /// The maximum number of bytes; a late span takes some hundred.
    private static let maxBytes = 4 << 20

    private let path: String

    /// Creates the file of a destination; it may be missing.
    public init(_ paths: PublishPaths, name: String) {
        path = paths.cursor(of: name)
    }

    /// Reads the cursor; nil if there is none.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read, ``CursorFileError`` if it is damaged.
    public func read() throws -> DeliveryCursor? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileContents.read(path, limit: Self.maxBytes)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
        guard let document = try? SafeJSON.decode(Document.self, from: bytes), let cursor = document.cursor else {
            throw CursorFileError(path: path)
        }
        return cursor
    }

    /// Replaces the cursor; it is on the disk on return.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func write(_ cursor: DeliveryCursor) throws(SystemError) {
        try AtomicFile.replace(path, with: Self.encode(cursor), mode: 0o640, durable: true)
    }

    /// Moves a damaged file aside, so that it can be examined.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func setAside() throws(SystemError) {
        try DirectoryEntry.move(path, to: path + ".damaged")
    }
}

/// A cursor that cannot be read.
public struct CursorFileError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String

    /// One line.
    public var description: String { "\(path): not a cursor of whereismy-publish" }
}

extension CursorFile {
    static func encode(_ cursor: DeliveryCursor) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.position("end", cursor.end)
            json.integer("since", cursor.since?.milliseconds)
            json.integer("late", cursor.lateID)
            json.integer("events", cursor.events?.milliseconds)
            json.string("history", cursor.history)
            json.boolean("final", cursor.isFinal)
            json.objects("spans", cursor.spans) { json, span in
                json.string("device", span.device)
                json.integer("first", span.first.milliseconds)
                json.integer("last", span.last.milliseconds)
                json.position("delivered", span.delivered)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private struct Document: Decodable {
        struct Position: Decodable {
            var time: Int64
            var device: String

            var value: FixPosition { FixPosition(time: Timestamp(milliseconds: time), device: device) }
        }

        struct Span: Decodable {
            var device: String?
            var first: Int64
            var last: Int64
            var delivered: Position?
        }

        var end: Position?
        var since: Int64?
        var late: Int64
        var events: Int64?
        var history: String?
        var final: Bool
        var spans: [Span]

        /// The cursor; nil if a span ends before it begins.
        var cursor: DeliveryCursor? {
            guard spans.allSatisfy({ $0.first <= $0.last }) else { return nil }
            var cursor = DeliveryCursor(
                end: end?.value, since: since.map { Timestamp(milliseconds: $0) }, lateID: late, history: history)
            cursor.isFinal = final
            cursor.events = events.map { Timestamp(milliseconds: $0) }
            cursor.spans = spans.map {
                LateSpan(
                    device: $0.device, first: Timestamp(milliseconds: $0.first), last: Timestamp(milliseconds: $0.last),
                    delivered: $0.delivered?.value)
            }
            return cursor
        }
    }
}

extension JSONWriter {
    fileprivate mutating func position(_ name: String, _ position: FixPosition?) {
        guard let position else { return }
        object(name) {
            $0.integer("time", position.time.milliseconds)
            $0.string("device", position.device)
        }
    }
}
