/// The address of gpsd.
public struct GPSDAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// 1 to 65535.
    public let port: UInt16

    /// The port registered with IANA for gpsd.
    public static let defaultPort: UInt16 = 2947

    /// Creates an address.
    public init(host: String, port: UInt16 = defaultPort) {
        self.host = host
        self.port = port
    }

    /// Parses `host`, `host:port`, `[::1]` or `[::1]:port`; nil for anything else.
    public init?(_ text: String) {
        self.init(text, defaultPort: Self.defaultPort)
    }

    /// Parses an address as ``init(_:)`` does, with another default port.
    init?(_ text: String, defaultPort: UInt16) {
        let (host, rest) = Self.split(text)
        guard let host, !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        else { return nil }
        guard !rest.isEmpty else {
            self.init(host: String(host), port: defaultPort)
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0
        else { return nil }
        self.init(host: String(host), port: port)
    }

    /// The host, nil if brackets do not match, and the rest.
    private static func split(_ text: String) -> (host: Substring?, rest: Substring) {
        guard text.first == "[" else {
            let host = text.prefix { $0 != ":" }
            return (host.contains("]") ? nil : host, text.dropFirst(host.count))
        }
        guard let end = text.firstIndex(of: "]") else { return (nil, "") }
        return (text[..<end].dropFirst(), text[text.index(after: end)...])
    }

    /// The address as the configuration has it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
