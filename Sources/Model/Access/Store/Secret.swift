import Cryptography

/// A secret that grants access: 160 random bits as 32 letters and digits.
///
/// It is shown once, to its recipient; only its ``SecretHash`` is stored.
public struct Secret: Hashable, Sendable, CustomStringConvertible {
    /// The number of random bytes.
    public static let byteCount = 20
    /// The number of letters and digits.
    public static let length = 32

    /// 32 characters of `a` to `z` and `2` to `7`.
    public let text: String

    /// Parses a secret; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length, Base32.decode(String(text)) != nil else { return nil }
        self.text = String(text)
    }

    init(drawn bytes: [UInt8]) {
        text = Base32.encode(bytes)
    }

    /// Generates a secret.
    public static func random() -> Secret { Secret(drawn: SecureRandom.bytes(byteCount)) }

    /// Hides the secret, so that no message or log contains it by mistake.
    public var description: String { "(secret)" }
}

/// The stored SHA-256 hash of a secret.
///
/// A secret has 160 random bits, so a slow password hash would add nothing.
public struct SecretHash: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    /// Hashes a secret.
    public init(_ secret: Secret) {
        self.init(of: secret.text)
    }

    /// Hashes presented text, whether or not it has the form of a secret.
    init(of text: some StringProtocol) {
        bytes = SHA256.hash(Array(text.utf8))
    }

    /// Parses 64 lower-case hexadecimal digits; nil for anything else.
    public init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.decode(text), bytes.count == SHA256.count else { return nil }
        self.bytes = bytes
    }

    /// The hash as 64 lower-case hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// An identifier of eight letters and digits, which reveals nothing of the secret.
    var identifier: String { Base32.encode(Array(bytes.prefix(5))) }

    /// Compares in constant time.
    public static func == (left: SecretHash, right: SecretHash) -> Bool {
        ConstantTime.areEqual(left.bytes, right.bytes)
    }
}

extension Sequence {
    /// Returns the element with a hash; compares all, so that the time does not reveal which one it was.
    func item(with hash: SecretHash, at key: KeyPath<Element, SecretHash>) -> Element? {
        reduce(nil) { found, item in item[keyPath: key] == hash ? item : found }
    }
}
