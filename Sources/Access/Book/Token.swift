public import Location

/// What lets a program in.
public struct Token: Hashable, Sendable {
    /// What its owner calls it; no other token has that name.
    public let name: String
    /// Of its secret.
    public let hash: SecretHash
    /// What it lets do, at least one thing.
    public let scopes: Set<Scope>
    /// When it was made.
    public let created: Timestamp

    /// Characters of a name, at most.
    public static let longestName = 64

    /// Whether a text may be a name: letters and digits of ASCII, `.`, `_` and `-`, and no dot first.
    ///
    /// So that it passes as one part of a path, and shows on any terminal.
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(byte)
        }
    }
}
