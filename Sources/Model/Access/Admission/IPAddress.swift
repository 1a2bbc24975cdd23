enum IPAddress: Hashable, Sendable {
    /// Four bytes.
    case v4([UInt8])
    /// Eight groups.
    case v6([UInt16])

    /// Parses `192.0.2.1` or `2001:db8::1` (RFC 4291, section 2.2), without brackets and zone; nil for anything else,
    /// including the short and octal forms of inet_aton(3).
    init?(_ text: some StringProtocol) {
        if let bytes = Self.version4(Substring(text)) {
            self = .v4(bytes)
        } else if let groups = Self.version6(Substring(text)) {
            self = .v6(groups)
        } else {
            return nil
        }
    }

    /// The part that identifies a subscriber: an IPv4 address, or the upper half of an IPv6 address.
    var subscriber: IPAddress {
        guard case .v6(let groups) = self else { return self }
        guard groups.prefix(6) == [0, 0, 0, 0, 0, 0xFFFF] else { return .v6(Array(groups.prefix(4))) }
        return .v4(groups.suffix(2).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            let isDecimal = part.utf8.allSatisfy { (48...57).contains($0) } && (part.count == 1 || part.first != "0")
            return isDecimal ? UInt8(part) : nil
        }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func version6(_ text: Substring) -> [UInt16]? {
        guard text.utf8.count <= 45 else { return nil }
        let halves = halves(of: text)
        guard let head = groups(halves.head, mayEndInVersion4: halves.tail == nil) else { return nil }
        guard let tail = halves.tail else { return head.count == 8 ? head : nil }
        guard let tail = groups(tail, mayEndInVersion4: true), head.count + tail.count < 8 else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Splits at the first `::`, with no tail if there is none; a second one makes a group without digits.
    private static func halves(of text: Substring) -> (head: Substring, tail: Substring?) {
        let bytes = Array(text.utf8)
        let gap = bytes.indices.dropLast().first { bytes[$0] == 58 && bytes[$0 + 1] == 58 }
        return gap.map { (text.prefix($0), text.dropFirst($0 + 2)) } ?? (text, nil)
    }

    private static func groups(_ text: Substring, mayEndInVersion4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndInVersion4, index == parts.count - 1, let bytes = version4(part) {
                groups += [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
            } else if (1...4).contains(part.utf8.count), part.first != "+", let group = UInt16(part, radix: 16) {
                groups.append(group)
            } else {
                return nil
            }
        }
        return groups
    }
}
