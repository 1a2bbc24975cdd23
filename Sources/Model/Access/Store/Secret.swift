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

/// What is kept of a secret: its SHA-256, from which nobody finds the secret again.
///
/// A secret has 160 bits of chance, so that a slow hash, as for passwords, would add nothing.
public struct SecretHash: Hashable, Sendable {
    /// 32 of them.
    let bytes: [UInt8]

    /// The hash of a secret.
    public init(_ secret: Secret) {
        self.init(of: secret.text)
    }

    /// The hash of what somebody shows, whether it can be a secret of ours or not.
    init(of text: some StringProtocol) {
        bytes = SHA256.hash(Array(text.utf8))
    }

    /// Reads a hash as 64 digits of base 16 in lower case; nil for anything else.
    public init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.decode(text), bytes.count == SHA256.count else { return nil }
        self.bytes = bytes
    }

    /// The hash as 64 digits of base 16 in lower case.
    public var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// A name of eight letters and digits for what the secret opens, which tells nothing of the secret.
    var identifier: String { Base32.encode(Array(bytes.prefix(5))) }

    /// Whether both are the same; the time it takes does not tell where they differ.
    public static func == (left: SecretHash, right: SecretHash) -> Bool {
        ConstantTime.areEqual(left.bytes, right.bytes)
    }
}

extension Sequence {
    /// The item with a hash; all of them are compared, so that the time does not tell which it was.
    func item(with hash: SecretHash, at key: KeyPath<Element, SecretHash>) -> Element? {
        reduce(nil) { found, item in item[keyPath: key] == hash ? item : found }
    }
}
