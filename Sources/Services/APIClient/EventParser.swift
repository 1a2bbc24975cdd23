/// Takes a stream of server-sent events apart as it comes (HTML Living Standard, section 9.2.6).
public struct EventParser: Hashable, Sendable {
    /// Bytes of a line, and of an event, at most: hundreds of times what a report takes.
    public static let limit = 1 << 20

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The identifier of the last event that had one; nil before there is one.
    public private(set) var lastID: String?
    /// What it becomes with the end of the event.
    private var nextID: String?
    private var line: [UInt8] = []
    private var isAtStart = true
    private var endsWithReturn = false
    private var kind = ""
    private var data: [UInt8]?

    /// Takes bytes in any portions.
    ///
    /// - Returns: the events that they complete.
    /// - Throws: ``ResponseError`` where one is longer than any can be.
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

    /// A connection begins anew: what was not complete is lost, and the identifier is not.
    public mutating func restart() {
        self = EventParser(after: lastID)
    }

    /// Begins behind an event; nil for at the beginning.
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

    /// A line that begins with the colon is a comment; names that are not known are passed over.
    private mutating func setField(_ name: String, to value: ArraySlice<UInt8>) {
        switch name {
        case "event": kind = String(decoding: value, as: UTF8.self)
        case "data":
            if data == nil { data = [] } else { data?.append(0x0A) }
            data?.append(contentsOf: value)
        case "id":
            // It goes into a header when it is said again.
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

/// An event that a server has sent (HTML Living Standard, section 9.2).
public struct ServerEvent: Hashable, Sendable {
    /// Its kind, `message` where it does not say.
    public var kind = "message"
    /// What it holds; lines are parted by line feeds.
    public var data: [UInt8]
    /// What a client says that comes back; nil where none was ever given.
    public var id: String?

    /// Makes an event.
    public init(kind: String = "message", data: [UInt8], id: String? = nil) {
        self.kind = kind
        self.data = data
        self.id = id
    }
}
