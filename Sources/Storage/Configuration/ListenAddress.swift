import Linux

/// Where the daemon waits for browsers and programs.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// `localhost`, or an address of version 4 or 6, the latter without brackets.
    public let host: String
    /// 0 to 65535; 0 is whichever is free.
    public let port: UInt16

    /// The port where nothing else is said.
    public static let defaultPort: UInt16 = 8947

    /// Makes an address from its parts.
    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `localhost`, an address, or one of them with a port, as `192.168.1.5:8947` and `[::1]:8947`.
    ///
    /// Nil for anything else: a name could come to mean another address, and then who can reach it is not known.
    public init?(_ text: String) {
        let isBracketed = text.first == "["
        let host = isBracketed ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
        let rest = text.dropFirst(host.count + (isBracketed ? 2 : 0))
        guard !isBracketed || text[host.endIndex...].first == "]", let port = Self.port(rest) else { return nil }
        guard host == "localhost" ? !isBracketed : NumericAddress.bytes(String(host))?.count == (isBracketed ? 16 : 4)
        else { return nil }
        self.init(host: String(host), port: port)
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty else { return defaultPort }
        let digits = text.dropFirst()
        return text.first == ":" && digits.utf8.allSatisfy { (48...57).contains($0) } ? UInt16(digits) : nil
    }

    /// The addresses to listen on; `localhost` is two.
    public var addresses: [String] { host == "localhost" ? ["127.0.0.1", "::1"] : [host] }

    /// Whether no other machine can reach it.
    public var isLoopback: Bool { addresses.allSatisfy(NumericAddress.isLoopback) }

    /// Whether it stands for every address of the machine, of its version.
    public var isWildcard: Bool { NumericAddress.bytes(host)?.allSatisfy { $0 == 0 } ?? false }

    /// Whether there is an address that both would listen on.
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

    /// The host as it stands in a URL.
    public var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// As it is written in the configuration.
    public var description: String { "\(urlHost):\(port)" }
}
