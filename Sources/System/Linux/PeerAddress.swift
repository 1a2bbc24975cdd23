import Glibc

/// The address of the client of a TCP connection.
public struct PeerAddress: Hashable, Sendable {
    /// The numeric address, such as `192.0.2.1` or `2001:db8::1`; an IPv4 address mapped to IPv6 as IPv4.
    public let text: String
    /// The key under which a client's connections are counted; nil for this machine.
    ///
    /// The IPv4 address, or the /64 network of an IPv6 address, since one client has all addresses of it.
    public let network: String?

    /// Creates an address from the 4 bytes of IPv4 or the 16 bytes of IPv6; nil for any other count.
    public init?(bytes: [UInt8]) {
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let plain = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
        guard let text = Self.text(plain) else { return nil }
        self.text = text
        if plain.count == 4 {
            network = plain[0] == 127 ? nil : text
        } else {
            let isLoopback = plain == [UInt8](repeating: 0, count: 15) + [1]
            network = isLoopback ? nil : Self.text(plain.prefix(8) + [UInt8](repeating: 0, count: 8)).map { $0 + "/64" }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        let family: Int32
        switch bytes.count {
        case 4: family = AF_INET
        case 16: family = AF_INET6
        default: return nil
        }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let capacity = socklen_t(buffer.count)
        // The address has the length of its family, and the buffer room for the longest text.
        guard unsafe inet_ntop(family, bytes, &buffer, capacity) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
