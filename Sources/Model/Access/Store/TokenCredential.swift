/// The tokens in a credential of systemd (systemd.exec(5), `LoadCredential=`), one `NAME SCOPE TOKEN` a line.
///
/// `SCOPE` is a comma-separated list; `TOKEN` is the secret, or `sha256:` and its hash. Lines beginning with `#` are
/// comments. An invalid line invalidates the whole credential.
public struct TokenCredential: Hashable, Sendable {
    /// The name of the credential.
    public static let name = "whereismy.tokens"
    /// The valid lengths of a secret in bytes: from a generated one to a size that leaves room in a header.
    static let secretLengths = Secret.length...512

    /// An invalid line.
    public struct Issue: Hashable, Sendable {
        /// The line number, from 1.
        public let line: Int
        /// The reason and the fix; contains no part of a secret.
        public let reason: String
    }

    /// Thrown for a credential with invalid lines.
    public struct FormatError: Error, Hashable, Sendable {
        /// The invalid lines, at least one, in order.
        public let issues: [Issue]
    }

    /// The tokens, in the order of the lines.
    public let tokens: [Token]

    /// Creates an empty credential.
    public init() {
        tokens = []
    }

    /// Parses a credential.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - store: the generated tokens, with which no name and no secret may collide.
    /// - Throws: ``FormatError`` with every invalid line.
    public init(decoding bytes: [UInt8], store: AccessStore) throws(FormatError) {
        var reader = TokenCredentialParser(existing: store.tokens)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { reader.parse(line, number: index + 1) }
        guard reader.issues.isEmpty else { throw FormatError(issues: reader.issues) }
        tokens = reader.tokens
    }
}

/// Parses a ``TokenCredential`` line by line and collects tokens and issues.
struct TokenCredentialParser {
    /// The generated tokens.
    let existing: [Token]
    private(set) var tokens: [Token] = []
    private(set) var issues: [TokenCredential.Issue] = []

    mutating func parse(_ bytes: ArraySlice<UInt8>, number: Int) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return addIssue(number, "invalid UTF-8")
        }
        let fields = text.split { $0 == " " || $0 == "\t" || $0.isNewline }
        guard let first = fields.first, !first.hasPrefix("#") else { return }
        // The line may contain a secret, so the message does not quote it.
        guard fields.count == 3 else {
            return addIssue(number, "expected NAME SCOPE TOKEN, such as: monitor metrics TOKEN")
        }
        add(name: String(first), scopes: fields[1], secret: fields[2], number: number)
    }

    private mutating func add(name: String, scopes: Substring, secret: Substring, number: Int) {
        guard Token.isName(name) else {
            return addIssue(number, "invalid token name \(name.quoted); fix: use \(Token.nameFormat)")
        }
        guard !tokens.contains(where: { $0.name == name }) else {
            return addIssue(number, "duplicate name \(name); fix: use another name")
        }
        guard !existing.contains(where: { $0.name == name }) else {
            return addIssue(number, "token \(name) exists already; fix: revoke it or use another name")
        }
        guard let scopes = Self.scopes(scopes) else {
            let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
            return addIssue(
                number, "invalid scopes \(String(scopes).quoted); fix: one or more of \(known), separated by commas")
        }
        guard let hash = Self.hash(secret) else {
            let lengths = "\(TokenCredential.secretLengths.lowerBound) to \(TokenCredential.secretLengths.upperBound)"
            let rule = "\(lengths) of A-Z a-z 0-9 - . _ ~ + / =, or sha256: and 64 hexadecimal digits"
            return addIssue(number, "invalid token of \(name); fix: \(rule)")
        }
        guard !tokens.contains(where: { $0.hash == hash }) else {
            return addIssue(number, "\(name) repeats the token of another line; fix: give each name its own")
        }
        if let other = existing.first(where: { $0.hash == hash }) {
            return addIssue(
                number, "\(name) repeats the generated token \(other.name) and would outlive its revocation")
        }
        guard tokens.count < AccessStore.limits.tokens else {
            return addIssue(number, "more than \(AccessStore.limits.tokens) tokens")
        }
        tokens.append(Token(name: name, hash: hash, scopes: scopes, origin: .credential))
    }

    private mutating func addIssue(_ line: Int, _ reason: String) {
        issues.append(TokenCredential.Issue(line: line, reason: reason))
    }

    private static func scopes(_ text: Substring) -> Set<Scope>? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = names.compactMap { Scope(rawValue: String($0)) }
        return scopes.count == names.count ? Set(scopes) : nil
    }

    /// Returns the hash of a secret, or the given hash.
    private static func hash(_ text: Substring) -> SecretHash? {
        let prefix = "sha256:"
        if text.hasPrefix(prefix) { return SecretHash(hexadecimal: text.dropFirst(prefix.count).lowercased()) }
        guard TokenCredential.secretLengths.contains(text.utf8.count), text.utf8.allSatisfy(isTokenByte) else {
            return nil
        }
        return SecretHash(of: text)
    }

    /// Returns true for a byte of a bearer token in a header (`b64token`; RFC 6750, section 2.1).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: Array("-._~+/=".utf8).contains(byte)
        }
    }
}
