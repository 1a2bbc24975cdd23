/// An entity tag (RFC 9110, section 8.8.3), which saves clients a repeated download.
package struct EntityTag: Hashable {
    /// The value of `ETag`.
    package let text: String

    /// Returns a weak tag: the representation may differ, in age or compression.
    package static func weak(_ name: String) -> EntityTag { EntityTag(text: "W/\"\(name)\"") }

    /// Returns true if `If-None-Match` contains the tag; weak and strong tags are equal there (section 13.1.2).
    package func matches(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingSpaces
            return candidate == "*" || Self.name(candidate) == Self.name(text[...])
        }
    }

    private static func name(_ text: Substring) -> Substring { text.hasPrefix("W/") ? text.dropFirst(2) : text }
}

extension EntityTag {
    /// Returns the tag of some content by 64-bit FNV-1a (Fowler, Noll and Vo), which is not meant to resist deliberate
    /// collisions.
    package static func of(_ bytes: [UInt8]) -> EntityTag {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return .weak("\(bytes.count)-\(String(hash, radix: 36))")
    }
}
