public import Basics

/// An access token of a program.
public struct Token: Hashable, Sendable {
    /// The unique name that the owner chose.
    public let name: String
    /// The hash of its secret.
    public let hash: SecretHash
    /// The permissions, at least one.
    public let scopes: Set<Scope>
    /// The origin of the token.
    public let origin: Origin

    /// The origin of a token.
    public enum Origin: Hashable, Sendable {
        /// Generated here, at that time.
        case created(Timestamp)
        /// Listed in a credential of systemd; see ``TokenCredential``.
        case credential
    }

    /// The time of creation; nil for a token of a credential.
    public var created: Timestamp? {
        guard case .created(let time) = origin else { return nil }
        return time
    }

    /// The maximum length of a name, in characters.
    public static let maxNameLength = 64

    /// The format of a name, as the end of a sentence.
    static let nameFormat = "up to \(maxNameLength) letters, digits, '-', '_' and '.', such as home-assistant"

    /// Returns true for a valid name: ASCII letters and digits, `.`, `_` and `-`, not beginning with a dot.
    ///
    /// Such a name is one path segment and prints on any terminal.
    static func isName(_ text: String) -> Bool {
        (1...maxNameLength).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
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

/// A permission of a token.
public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// Reads positions: every `GET` below `/v1`.
    case read
    /// Reads the metrics, which contain no position.
    case metrics
}
