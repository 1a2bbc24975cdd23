/// The tokens that systemd passes in a credential (systemd.exec(5), `LoadCredential=`): a line each, `NAME SCOPE TOKEN`.
///
/// `SCOPE` is one or more with commas between, `TOKEN` the secret itself or `sha256:` and its hash. A line that begins
/// with `#` is a comment. It is taken as a whole or not at all.
public struct TokenCredential: Hashable, Sendable {
    /// The credential's name.
    public static let name = "whereismy.tokens"
    /// Bytes of a secret: from as many as ours have to what fits into a header with room to spare.
    static let secretLengths = Secret.length...512

    /// A line that makes no sense.
    public struct Issue: Hashable, Sendable {
        /// Which one, from 1.
        public let line: Int
        /// What is wrong and what would work; nothing of a secret is in it.
        public let reason: String
    }

    /// A credential that is not used.
    public struct FormatError: Error, Hashable, Sendable {
        /// At least one, in the order of the lines.
        public let faults: [Issue]
    }

    /// In the order of the lines.
    public let tokens: [Token]

    /// No tokens.
    public init() {
        tokens = []
    }

    /// Reads a credential.
    ///
    /// - Parameters:
    ///   - bytes: the whole of it.
    ///   - book: the tokens that were made here, which it must not have, by name or secret.
    /// - Throws: ``FormatError`` with every line that makes no sense.
    public init(decoding bytes: [UInt8], store book: AccessStore) throws(FormatError) {
        var reader = TokenCredentialParser(made: book.tokens)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { reader.parse(line, number: index + 1) }
        guard reader.faults.isEmpty else { throw FormatError(faults: reader.faults) }
        tokens = reader.tokens
    }
}
