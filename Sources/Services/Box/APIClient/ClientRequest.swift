/// A request to the daemon in HTTP/1.0: the response ends with the connection and is never chunked (RFC 1945).
public struct ClientRequest: Hashable, Sendable {
    /// The request method.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    /// The request method.
    public var method = Method.get
    /// The percent-encoded path and query.
    public var target: String
    /// The header fields in order.
    public var headers: [(name: String, value: String)] = []
    /// The JSON content; nil for none.
    public var content: [UInt8]?

    /// Creates a request.
    public init(
        method: Method = .get, target: String, headers: [(name: String, value: String)] = [], content: [UInt8]? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.content = content
    }

    /// The serialised request.
    public var bytes: [UInt8] {
        var lines = ["\(method.rawValue) \(target) HTTP/1.0", "Connection: close"]
        lines += headers.map { "\($0.name): \($0.value)" }
        if let content { lines += ["Content-Type: application/json", "Content-Length: \(content.count)"] }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + (content ?? [])
    }

    /// Compares the serialised requests.
    public static func == (left: ClientRequest, right: ClientRequest) -> Bool { left.bytes == right.bytes }

    /// Hashes the serialised request.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Returns true for unreserved characters (RFC 3986, section 2.3).
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Percent-encodes text as a path segment or a query value.
    public static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if isUnreserved(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
