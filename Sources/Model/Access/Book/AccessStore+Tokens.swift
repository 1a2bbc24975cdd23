public import Basics
import Location

extension AccessStore {
    /// Makes a token.
    ///
    /// - Parameters:
    ///   - name: what to call it.
    ///   - scopes: what it lets do.
    ///   - secret: a new secret, for the program.
    ///   - now: the time of day.
    /// - Returns: the token.
    /// - Throws: ``AccessError`` where the name makes no sense or is in use, there is no scope or there are too many.
    @discardableResult
    public mutating func addToken(
        named name: String, scopes: Set<Scope>, secret: Secret, at now: Timestamp
    ) throws(AccessError) -> Token {
        guard Token.isName(name) else {
            throw AccessError(.invalid, "\(name.quoted) is not a name of a token: \(Token.nameFormat)")
        }
        guard !scopes.isEmpty else {
            let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
            throw AccessError(.invalid, "a token without a scope opens nothing: give at least one of \(known)")
        }
        guard !tokens.contains(where: { $0.name == name }) else {
            throw AccessError(.exists, "there is a token \(name) already: revoke it first, or take another name")
        }
        guard !credentialTokens.contains(where: { $0.name == name }) else {
            throw AccessError(.exists, "\(TokenCredential.name) of systemd has a token \(name): take another name")
        }
        guard tokens.count < Self.limits.tokens else {
            throw AccessError(.full, "there are \(tokens.count) tokens, which is the most: revoke one first")
        }
        let token = Token(name: name, hash: SecretHash(secret), scopes: scopes, origin: .created(now))
        tokens.append(token)
        return token
    }

    /// Ends a token.
    ///
    /// - Throws: ``AccessError`` where there is none of that name, or it is not ours to end.
    public mutating func revokeToken(named name: String) throws(AccessError) {
        guard !credentialTokens.contains(where: { $0.name == name }) else {
            let hint = "take its line out of there and restart whereismyd"
            throw AccessError(.fixed, "token \(name) is in systemd's credential \(TokenCredential.name): \(hint)")
        }
        guard tokens.contains(where: { $0.name == name }) else {
            throw AccessError(.absent, "there is no token \(name.quoted)\(Self.knownNames(tokens.map(\.name)))")
        }
        tokens.removeAll { $0.name == name }
    }

    /// The token of a secret; nil where there is none.
    public func token(for secret: Secret) -> Token? { token(matching: secret.text) }

    /// The token that somebody shows; nil where there is none.
    ///
    /// Those of a credential need not look like ours.
    func token(matching text: some StringProtocol) -> Token? {
        guard TokenCredential.secretLengths.contains(text.utf8.count) else { return nil }
        return (tokens + credentialTokens).item(with: SecretHash(of: text), at: \.hash)
    }

    static func knownNames(_ names: [String]) -> String {
        guard let last = names.last else { return ", there are none" }
        return names.count > 8 ? ", \(last) is one of \(names.count)" : ", known are \(names.joined(separator: ", "))"
    }
}

extension String {
    /// In quotation marks, cut and without what a terminal obeys, for a message of one line.
    var quoted: String { PrintableText.sanitized(self, limit: 80).debugDescription }
}
