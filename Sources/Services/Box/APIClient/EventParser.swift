/// An incremental parser of server-sent events (HTML Living Standard, section 9.2.6).
public struct EventParser: Hashable, Sendable {
    /// The maximum number of bytes of a line and of an event; a report takes a few hundredths of it.
    public static let limit = 1 << 20

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The identifier of the last event that had one; nil before.
    public private(set) var lastID: String?
    /// The value of ``lastID`` after the current event.
    private var nextID: String?
    private var line: [UInt8] = []
    private var isAtStart = true
    private var endsWithReturn = false
    private var kind = ""
    private var data: [UInt8]?

    /// Consumes bytes in chunks of any size.
    ///
    /// - Throws: ``ResponseError`` if an event exceeds the limit.
    public mutating func consume(_ bytes: [UInt8]) throws(ResponseError) -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            defer { endsWithReturn = byte == 0x0D }
            switch byte {
            case 0x0A where endsWithReturn: continue
            case 0x0A, 0x0D:
                if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
            guard line.count <= Self.limit, data?.count ?? 0 <= Self.limit else { throw .notHTTP }
        }
        return events
    }

    /// Prepares for a new connection: discards incomplete events and preserves the identifier.
    public mutating func restart() {
        self = EventParser(after: lastID)
    }

    /// Creates a parser that resumes after an event; nil for the beginning.
    public init(after lastID: String? = nil) {
        self.lastID = lastID
        nextID = lastID
    }

    private mutating func endLine() -> ServerEvent? {
        if isAtStart, line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        isAtStart = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == 0x20 { value.removeFirst() }
        setField(String(decoding: line[..<colon], as: UTF8.self), to: value)
        return nil
    }

    /// Sets a field of the event; comments have an empty name, and unknown names are ignored.
    private mutating func setField(_ name: String, to value: ArraySlice<UInt8>) {
        switch name {
        case "event": kind = String(decoding: value, as: UTF8.self)
        case "data":
            if data == nil { data = [] } else { data?.append(0x0A) }
            data?.append(contentsOf: value)
        case "id":
            // The identifier is sent back in a header field.
            guard value.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), value.count <= 200 else { return }
            nextID = String(decoding: value, as: UTF8.self)
        default: break
        }
    }

    private mutating func endEvent() -> ServerEvent? {
        defer { (kind, data) = ("", nil) }
        lastID = nextID
        return data.map { ServerEvent(kind: kind.isEmpty ? "message" : kind, data: $0, id: lastID) }
    }
}

/// A server-sent event (HTML Living Standard, section 9.2).
public struct ServerEvent: Hashable, Sendable {
    /// The event type, `message` by default.
    public var kind = "message"
    /// The data, its lines separated by line feeds.
    public var data: [UInt8]
    /// The identifier to resume from; nil if the server never sent one.
    public var id: String?
}
