import HTTPServer

/// Names a state of something (RFC 9110, section 8.8.3), so that a client need not fetch it twice.
struct EntityTag: Hashable {
    /// As it stands in `ETag`.
    let text: String

    /// A tag that is weak: what it names may be written in several ways, with another age or compressed.
    static func weak(_ name: String) -> EntityTag { EntityTag(text: "W/\"\(name)\"") }

    /// Whether a client has it, by its `If-None-Match`; weak and strong count alike there (section 13.1.2).
    func matches(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingSpaces
            return candidate == "*" || Self.name(candidate) == Self.name(text[...])
        }
    }

    private static func name(_ text: Substring) -> Substring {
        text.hasPrefix("W/") ? text.dropFirst(2) : text
    }
}

extension EntityTag {
    /// The tag of some content: by FNV-1a of 64 bits (Fowler, Noll and Vo), which is made for telling apart what nobody
    /// has made alike on purpose.
    static func of(_ bytes: [UInt8]) -> EntityTag {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return .weak("\(bytes.count)-\(String(hash, radix: 36))")
    }
}
