/// An incremental reader of a response.
public struct ResponseReader: Hashable, Sendable {
    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    /// The head, once complete.
    public private(set) var head: ResponseHead?
    private var pending: [UInt8] = []
    /// The remaining bytes of content; nil if the content ends with the connection.
    private var missing: Int?

    /// Creates a reader for one response.
    public init() {}

    /// Consumes bytes in chunks of any size.
    ///
    /// - Throws: ``ResponseError`` if they are not a valid response.
    public mutating func consume(_ bytes: [UInt8]) throws(ResponseError) -> [UInt8] {
        guard head == nil else { return try content(bytes) }
        let start = max(0, pending.count - Self.headEnd.count + 1)
        pending += bytes
        guard let end = Self.end(in: pending, from: start) else {
            guard pending.count <= ResponseHead.maxLength else { throw .notHTTP }
            return []
        }
        guard end <= ResponseHead.maxLength else { throw .notHTTP }
        let head = try ResponseHead(pending[..<end])
        self.head = head
        missing = try head.length
        let rest = Array(pending[(end + Self.headEnd.count)...])
        pending = []
        return try content(rest)
    }

    /// Ends the response at the end of the connection.
    ///
    /// - Throws: ``ResponseError`` if the response is incomplete.
    public func finish() throws(ResponseError) {
        guard head != nil, missing ?? 0 == 0 else { throw .truncated }
    }

    private mutating func content(_ bytes: [UInt8]) throws(ResponseError) -> [UInt8] {
        guard let missing else { return bytes }
        guard bytes.count <= missing else { throw .notHTTP }
        self.missing = missing - bytes.count
        return bytes
    }

    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= headEnd.count else { return nil }
        return (start...bytes.count - headEnd.count).first { bytes[$0..<$0 + headEnd.count].elementsEqual(headEnd) }
    }
}

/// The status line and the header fields of a response.
public struct ResponseHead: Hashable, Sendable {
    /// The maximum number of bytes; the daemon sends far fewer.
    public static let maxLength = 16_384

    /// The status code (RFC 9110, section 15).
    public let status: Int
    private let fields: [String: String]

    /// Parses a head without the final empty line.
    public init(_ bytes: some Collection<UInt8>) throws(ResponseError) {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
            throw .notHTTP
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        status = try Self.status(lines.first ?? "")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let (name, value) = try Self.field(line)
            // Differing lengths enable response smuggling; no other field used here occurs twice.
            guard fields.updateValue(value, forKey: name) == nil || name != "content-length" else { throw .notHTTP }
        }
        self.fields = fields
        guard fields["transfer-encoding"] == nil else { throw .notHTTP }
    }

    /// Returns a field by its lower-case name; nil if absent.
    public subscript(name: String) -> String? { fields[name] }

    /// The length of the content in bytes; nil if the content ends with the connection.
    ///
    /// - Throws: ``ResponseError`` if malformed.
    public var length: Int? {
        get throws(ResponseError) {
            guard let text = fields["content-length"] else { return nil }
            guard text.utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(text) else { throw .notHTTP }
            return length
        }
    }

    private static func status(_ line: Substring) throws(ResponseError) -> Int {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, ["HTTP/1.0", "HTTP/1.1"].contains(parts[0]), parts[1].utf8.count == 3,
            let status = Int(parts[1]), (100...599).contains(status), !parts[2].contains(where: \.isNewline)
        else { throw .notHTTP }
        return status
    }

    private static func field(_ line: Substring) throws(ResponseError) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
            line[..<colon].utf8.allSatisfy({ $0 > 0x20 }), !line.contains(where: \.isNewline)
        else { throw .notHTTP }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { $0 != " " && $0 != "\t" }.map { value.index(after: $0) } ?? value.startIndex
        return (line[..<colon].lowercased(), String(value[..<end]))
    }
}
