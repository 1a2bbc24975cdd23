import Cryptography

/// What someone shows to be let in: 160 random bits as 32 letters and digits.
///
/// It is told once, to whom it is for; what is kept is its ``SecretHash``.
public struct Secret: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of chance in a secret.
    public static let byteCount = 20
    /// Letters and digits in a secret.
    public static let length = 32

    /// 32 of `a` to `z` and `2` to `7`.
    public let text: String

    /// Reads a secret; nil for anything that is none.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length, Base32.decode(String(text)) != nil else { return nil }
        self.text = String(text)
    }

    /// Makes a secret of 20 random bytes; nil where they are not as many.
    public init?(randomBytes bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        text = Base32.encode(bytes)
    }

    private init(drawn bytes: [UInt8]) {
        text = Base32.encode(bytes)
    }

    /// A new one.
    public static func random() -> Secret { Secret(drawn: SecureRandom.bytes(byteCount)) }

    /// Says nothing, so that no message or log tells it by mistake.
    public var description: String { "(secret)" }
}
