public import Basics

/// Tokens, sessions and shares, each identified by the hash of its secret.
///
/// A value without a clock or a file: callers pass the time and persist ``encoded()``. Tokens of a credential are not
/// encoded.
public struct AccessStore: Hashable, Sendable {
    /// The maximum counts: a lookup scans every entry.
    public static let limits = (tokens: 64, sessions: 64, shares: 256)

    /// The generated tokens, in order of creation.
    public internal(set) var tokens: [Token] = []
    /// The tokens of systemd's credential, in its order; never persisted.
    public internal(set) var credentialTokens: [Token] = []
    /// The sessions, in order of creation.
    public internal(set) var sessions: [Session] = []
    /// The shares, in order of creation; expired ones remain until pruned.
    public internal(set) var shares: [Share] = []

    /// Creates an empty store.
    public init() {}

    /// Replaces the tokens of an earlier credential.
    public mutating func replaceCredentialTokens(with credential: TokenCredential) {
        credentialTokens = credential.tokens
    }

    /// Removes expired sessions and shares; returns true if anything was removed.
    public mutating func prune(at now: Timestamp) -> Bool {
        let before = sessions.count + shares.count
        sessions.removeAll { !$0.isActive(at: now) }
        shares.removeAll { $0.hasExpired(at: now) }
        return sessions.count + shares.count < before
    }

    /// Returns true while an expired session or share remains.
    public func needsPruning(at now: Timestamp) -> Bool {
        shares.contains { $0.hasExpired(at: now) } || sessions.contains { !$0.isActive(at: now) }
    }
}

extension AccessStore {
    /// Adds a token with a unique name, at least one scope and a new secret, which is for the program.
    ///
    /// - Throws: ``AccessError`` for an invalid or used name, for no scope, or at the limit.
    @discardableResult
    public mutating func addToken(
        named name: String, scopes: Set<Scope>, secret: Secret, at now: Timestamp
    ) throws(AccessError) -> Token {
        guard Token.isName(name) else {
            throw AccessError(.invalid, "invalid token name \(name.quoted); fix: use \(Token.nameFormat)")
        }
        guard !scopes.isEmpty else {
            let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
            throw AccessError(.invalid, "a token needs a scope; fix: give at least one of \(known)")
        }
        guard !tokens.contains(where: { $0.name == name }) else {
            throw AccessError(.exists, "token \(name) exists; fix: revoke it or use another name")
        }
        guard !credentialTokens.contains(where: { $0.name == name }) else {
            throw AccessError(
                .exists, "systemd's credential \(TokenCredential.name) has a token \(name); fix: use another name")
        }
        guard tokens.count < Self.limits.tokens else {
            throw AccessError(.full, "the limit of \(tokens.count) tokens is reached; fix: revoke one")
        }
        let token = Token(name: name, hash: SecretHash(secret), scopes: scopes, origin: .created(now))
        tokens.append(token)
        return token
    }

    /// Revokes a token.
    ///
    /// - Throws: ``AccessError`` for an unknown name, or for a token of systemd's credential.
    public mutating func revokeToken(named name: String) throws(AccessError) {
        guard !credentialTokens.contains(where: { $0.name == name }) else {
            let hint = "fix: remove its line and restart whereismyd"
            throw AccessError(.fixed, "token \(name) is in systemd's credential \(TokenCredential.name); \(hint)")
        }
        guard tokens.contains(where: { $0.name == name }) else {
            throw AccessError(.absent, "unknown token \(name.quoted)\(Self.knownNames(tokens.map(\.name)))")
        }
        tokens.removeAll { $0.name == name }
    }

    /// Returns the token that a client presents; nil if there is none.
    ///
    /// Secrets of a credential may have another form than generated ones.
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
    /// The text in quotation marks, truncated and without control characters, for a one-line message.
    var quoted: String { PrintableText.sanitized(self, limit: 80).debugDescription }
}

extension AccessStore {
    /// Starts a session; at the limit, the session that expires first is removed.
    ///
    /// - Parameters:
    ///   - secret: a new secret, for the browser's cookie.
    ///   - name: a valid name; a number is appended if it is in use.
    ///   - now: the time of day.
    public mutating func addSession(_ secret: Secret, named name: String, at now: Timestamp) {
        sessions.removeAll { !$0.isActive(at: now) }
        while sessions.count >= Self.limits.sessions,
            let first = sessions.indices.min(by: { sessions[$0].expires < sessions[$1].expires })
        {
            sessions.remove(at: first)
        }
        let unique = SessionName.unique(name, among: Set(sessions.map(\.name)))
        sessions.append(
            Session(name: unique, hash: SecretHash(secret), created: now, expires: now + Session.lifetime))
    }

    /// Returns the active session of a secret; nil if there is none.
    public func session(for secret: Secret, at now: Timestamp) -> Session? {
        guard let session = sessions.item(with: SecretHash(secret), at: \.hash), session.isActive(at: now)
        else { return nil }
        return session
    }

    /// Extends a session to its full lifetime; returns true if it exists and is active.
    public mutating func renewSession(_ secret: Secret, at now: Timestamp) -> Bool {
        guard let session = session(for: secret, at: now), let index = sessions.firstIndex(of: session)
        else { return false }
        sessions[index].expires = max(session.expires, now + Session.lifetime)
        return true
    }

    /// Ends a session; returns true if it existed.
    public mutating func endSession(_ secret: Secret) -> Bool {
        let hash = SecretHash(secret)
        let before = sessions.count
        sessions.removeAll { $0.hash == hash }
        return sessions.count < before
    }

    /// Ends the session of a name.
    ///
    /// - Throws: ``AccessError`` for an unknown name.
    public mutating func endSession(named name: String) throws(AccessError) {
        guard sessions.contains(where: { $0.name == name }) else {
            throw AccessError(.absent, "unknown session \(name.quoted)\(Self.knownNames(sessions.map(\.name)))")
        }
        sessions.removeAll { $0.name == name }
    }
}

extension AccessStore {
    /// Adds a share with a new secret, which is for its link.
    ///
    /// - Throws: ``AccessError`` for invalid options, or at the limit.
    public mutating func addShare(
        _ options: ShareOptions, secret: Secret, at now: Timestamp
    ) throws(AccessError) -> Share {
        let share = try Share(options, hash: SecretHash(secret), at: now)
        shares.removeAll { $0.hasExpired(at: now) }
        guard shares.count < Self.limits.shares else {
            throw AccessError(.full, "the limit of \(shares.count) shares is reached; fix: revoke one")
        }
        shares.append(share)
        return share
    }

    /// Revokes a share.
    ///
    /// - Throws: ``AccessError`` for an unknown identifier.
    public mutating func revokeShare(_ id: String) throws(AccessError) {
        guard shares.contains(where: { $0.id == id }) else {
            throw AccessError(.absent, "unknown share \(id.quoted)\(Self.knownNames(shares.map(\.id)))")
        }
        shares.removeAll { $0.id == id }
    }

    /// Returns the active share that a secret opens.
    ///
    /// - Returns: nil for an expired, revoked or unknown share and for a malformed secret alike.
    public func share(for secret: String, at now: Timestamp) -> Share? {
        guard let secret = Secret(secret), let share = shares.item(with: SecretHash(secret), at: \.hash),
            share.isActive(at: now)
        else { return nil }
        return share
    }
}

extension AccessStore {
    /// Returns the admission of a request.
    ///
    /// The Unix socket and open access grant everything; with open access, a session is recognised too, because the page
    /// shows its controls to no other client. Otherwise a bearer token decides, valid or not; without one, a session does. A
    /// secret of one kind never opens another kind.
    ///
    /// - Parameters:
    ///   - credentials: the credentials of the request.
    ///   - mode: the access mode of the network.
    ///   - now: the time of day.
    /// - Returns: the grant, and how it was obtained.
    public func admission(of credentials: Credentials, mode: AccessMode, at now: Timestamp) -> Admission {
        guard credentials.origin == .network else { return Admission(.owner) }
        if mode == .token, let bearer = credentials.bearer {
            guard let token = token(matching: bearer) else { return Admission(.none, hasFailed: true) }
            return Admission(.token(token))
        }
        let (secrets, isPresent) = SessionCookie.daemon.secrets(in: credentials.cookie ?? "")
        for secret in secrets {
            guard let session = session(for: secret, at: now) else { continue }
            return Admission(.owner, session: secret, isRenewalDue: session.isRenewalDue(at: now))
        }
        return mode == .open ? Admission(.owner) : Admission(.none, hasFailed: isPresent)
    }
}
