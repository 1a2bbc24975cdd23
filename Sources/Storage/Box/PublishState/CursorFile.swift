import Basics
public import Delivery
import JSON
public import Linux
import Location

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

    /// Reads the cursor as ``read()`` does, and replaces a file in which an earlier version has stored a password.
    ///
    /// - Throws: as ``read()``; ``SystemError`` also if the file cannot be replaced.
    public func open() throws -> DeliveryCursor? {
        guard let cursor = try read() else { return nil }
        let bytes = try FileContents.read(path, limit: Self.maxBytes)
        if bytes.contains(UInt8(ascii: "/")), bytes != Self.encode(cursor) { try write(cursor) }
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
        JSONWriter.line { json in
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
    }

    private struct Document: Decodable {
        struct Position: Decodable {
            var time: Time
            var device: String

            var value: FixPosition { FixPosition(time: time.value, device: DevicePath.withoutCredentials(device)) }
        }

        struct Span: Decodable {
            var device: String?
            var first: Time
            var last: Time
            var delivered: Position?

            var value: LateSpan {
                LateSpan(
                    device: device.map(DevicePath.withoutCredentials), first: first.value, last: last.value,
                    delivered: delivered?.value)
            }
        }

        var end: Position?
        var since: Limit?
        var late: Int64
        var events: Limit?
        var history: String?
        var final: Bool
        var spans: [Span]

        /// The cursor; nil if a span ends before it begins.
        var cursor: DeliveryCursor? {
            guard spans.allSatisfy({ $0.first.value <= $0.last.value }) else { return nil }
            var cursor = DeliveryCursor(end: end?.value, since: since?.value, lateID: late, history: history)
            cursor.isFinal = final
            cursor.events = events?.value
            cursor.spans = spans.map(\.value)
            return cursor
        }
    }

    /// A time from 1970 to 9999; with any other, the file is damaged.
    private struct Time: Decodable {
        let value: Timestamp

        init(from decoder: any Decoder) throws {
            try self.init(Int64(from: decoder))
        }

        init(_ milliseconds: Int64) throws(TimeError) {
            guard let value = Timestamp(storable: milliseconds) else { throw TimeError(milliseconds: milliseconds) }
            self.value = value
        }
    }

    /// A time before which nothing is sent: earlier versions have stored some from before 1970, where no fix is.
    private struct Limit: Decodable {
        let value: Timestamp

        init(from decoder: any Decoder) throws {
            value = try Time(max(0, try Int64(from: decoder))).value
        }
    }

    /// A time outside of 1970 to 9999.
    private struct TimeError: Error {
        let milliseconds: Int64
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
