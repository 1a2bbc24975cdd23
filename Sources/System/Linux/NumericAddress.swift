import Glibc

/// Numeric Internet addresses, which need no name server.
public enum NumericAddress {
    /// Returns the bytes of an address such as `192.0.2.1` or `2001:db8::1`: 4 or 16; nil for anything else.
    public static func bytes(_ text: String) -> [UInt8]? {
        read(text, AF_INET, count: 4) ?? read(text, AF_INET6, count: 16)
    }

    /// Returns true for a loopback address, which no other machine can reach; false for anything that is not an
    /// address.
    public static func isLoopback(_ text: String) -> Bool {
        guard let bytes = bytes(text) else { return false }
        // RFC 4291, sections 2.5.3 and 2.5.5.2: `::1`, and IPv4 addresses mapped to IPv6.
        let leading = Array(bytes.dropLast(4))
        let isMapped = leading == Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        if leading.isEmpty || isMapped { return bytes.suffix(4).first == 127 }
        return bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// Returns true for an address of a private network: RFC 1918 for IPv4, RFC 4193 for IPv6; false for anything else.
    public static func isPrivate(_ text: String) -> Bool {
        guard let bytes = bytes(text) else { return false }
        guard bytes.count == 4 else { return bytes[0] & 0xFE == 0xFC }
        return switch bytes[0] {
        case 10: true
        case 172: (16...31).contains(bytes[1])
        case 192: bytes[1] == 168
        default: false
        }
    }

    /// Returns true for an IPv4 address that the Internet does not reach and that is not private: of the link (RFC 3927),
    /// shared by a carrier or a VPN such as Tailscale (RFC 6598), or of a translator to IPv6 (RFC 7335).
    public static func isRestricted(_ text: String) -> Bool {
        guard let bytes = bytes(text), bytes.count == 4 else { return false }
        return switch (bytes[0], bytes[1]) {
        case (169, 254): true
        case (100, 64...127): true
        case (192, 0): bytes[2] == 0 && bytes[3] < 8
        default: false
        }
    }

    private static func read(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        // The text is lent to the call, which writes as many bytes as an address of the family has.
        return unsafe inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
