public import Basics
import Location

/// What lets a program in.
public struct Token: Hashable, Sendable {
    /// What its owner calls it; no other token has that name.
    public let name: String
    /// Of its secret.
    public let hash: SecretHash
    /// What it lets do, at least one thing.
    public let scopes: Set<Scope>
    /// Where it comes from.
    public let origin: Origin

    /// Where a token comes from.
    public enum Origin: Hashable, Sendable {
        /// It was made here, at that time.
        case created(Timestamp)
        /// A credential of systemd has it, as ``TokenCredential`` says.
        case credential
    }

    /// When it was made; nil where a credential has it.
    public var created: Timestamp? {
        guard case .created(let time) = origin else { return nil }
        return time
    }

    /// Characters of a name, at most.
    public static let maxNameLength = 64

    /// What a name is made of, to end a sentence with.
    static let nameFormat = "up to \(maxNameLength) letters, digits, '-', '_' and '.', such as home-assistant"

    /// Whether a text may be a name: letters and digits of ASCII, `.`, `_` and `-`, and no dot first.
    ///
    /// So that it passes as one part of a path, and shows on any terminal.
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

/// What a token lets a program do.
public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// To read positions: all that answers to `GET` below `/v1`.
    case read
    /// To read the metrics, which tell no position.
    case metrics
}
