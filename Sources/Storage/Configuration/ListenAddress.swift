import Linux

/// An address that the HTTP server listens on.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// `localhost`, or an IPv4 or IPv6 address without brackets.
    public let host: String
    /// 0 to 65535; 0 for any free port.
    public let port: UInt16

    /// The default port.
    public static let defaultPort: UInt16 = 8947

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `localhost` or an address, with or without a port, such as `192.168.1.5:8947` and `[::1]:8947`.
    ///
    /// Nil for anything else: another name could resolve to a different address later, with unknown reach.
    public init?(_ text: String) {
        self.init(text, defaultPort: Self.defaultPort)
    }

    /// Parses an address as ``init(_:)`` does, with another default port.
    package init?(_ text: String, defaultPort: UInt16) {
        let isBracketed = text.first == "["
        let host = isBracketed ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
        let rest = text.dropFirst(host.count + (isBracketed ? 2 : 0))
        guard !isBracketed || text[host.endIndex...].first == "]",
            let port = rest.isEmpty ? defaultPort : Self.port(rest)
        else { return nil }
        guard host == "localhost" ? !isBracketed : NumericAddress.bytes(String(host))?.count == (isBracketed ? 16 : 4)
        else { return nil }
        self.init(host: String(host), port: port)
    }

    private static func port(_ text: Substring) -> UInt16? {
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.allSatisfy { (48...57).contains($0) } ? UInt16(digits) : nil
    }

    /// The addresses to listen on; `localhost` is two.
    public var addresses: [String] { host == "localhost" ? ["127.0.0.1", "::1"] : [host] }

    /// True if it is unreachable for other machines.
    public var isLoopback: Bool { addresses.allSatisfy(NumericAddress.isLoopback) }

    /// True if it is the wildcard address of its IP version.
    public var isWildcard: Bool { NumericAddress.bytes(host)?.allSatisfy { $0 == 0 } ?? false }

    /// Returns true if both listen on a common address.
    func overlaps(_ other: ListenAddress) -> Bool {
        guard port == other.port, port != 0 else { return false }
        let (own, others) = (
            addresses.compactMap(NumericAddress.bytes), other.addresses.compactMap(NumericAddress.bytes)
        )
        return own.contains { one in
            others.contains { two in
                one == two || one.count == two.count && [one, two].contains { $0.allSatisfy { $0 == 0 } }
            }
        }
    }

    /// The host as a URL has it.
    public var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The address as the configuration has it.
    public var description: String { "\(urlHost):\(port)" }
}
