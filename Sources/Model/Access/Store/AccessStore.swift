public import Basics
import Location

/// Who may see what: tokens, sessions and shares, each by the hash of its secret.
///
/// A value without a clock or a file; whoever keeps it gives the time and stores what ``encoded()`` says, the tokens of a credential apart.
public struct AccessStore: Hashable, Sendable {
    /// The most of each there may be: a search looks at all.
    public static let limits = (tokens: 64, sessions: 64, shares: 256)

    /// Those that were made, in the order of that.
    public internal(set) var tokens: [Token] = []
    /// Those of systemd's credential, in its order; they are never stored.
    public internal(set) var credentialTokens: [Token] = []
    /// In the order in which they began.
    public internal(set) var sessions: [Session] = []
    /// In the order in which they were made; also those that have ended and were not pruned yet.
    public internal(set) var shares: [Share] = []

    /// Begins with nothing.
    public init() {}

    /// Has the tokens of a credential in place of those of an earlier one.
    public mutating func replaceCredentialTokens(with credential: TokenCredential) {
        credentialTokens = credential.tokens
    }

    /// Removes what has ended.
    ///
    /// - Returns: whether there was something.
    public mutating func prune(at now: Timestamp) -> Bool {
        let before = sessions.count + shares.count
        sessions.removeAll { !$0.isActive(at: now) }
        shares.removeAll { $0.hasExpired(at: now) }
        return sessions.count + shares.count < before
    }

    /// Whether something has ended and is still here.
    public func needsPruning(at now: Timestamp) -> Bool {
        shares.contains { $0.hasExpired(at: now) } || sessions.contains { !$0.isActive(at: now) }
    }
}

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

extension AccessStore {
    /// Begins a session; where there are too many, the one that would end first ends now.
    ///
    /// - Parameters:
    ///   - secret: a new secret, for the browser's cookie.
    ///   - now: the time of day.
    public mutating func addSession(_ secret: Secret, at now: Timestamp) {
        sessions.removeAll { !$0.isActive(at: now) }
        while sessions.count >= Self.limits.sessions,
            let first = sessions.indices.min(by: { sessions[$0].expires < sessions[$1].expires })
        {
            sessions.remove(at: first)
        }
        sessions.append(Session(hash: SecretHash(secret), created: now, expires: now + Session.lifetime))
    }

    /// The session of a secret that is good now; nil where there is none.
    public func session(for secret: Secret, at now: Timestamp) -> Session? {
        guard let session = sessions.item(with: SecretHash(secret), at: \.hash), session.isActive(at: now)
        else { return nil }
        return session
    }

    /// Lets the life of a session begin anew.
    ///
    /// - Returns: whether there is that session, and it lives.
    public mutating func renewSession(_ secret: Secret, at now: Timestamp) -> Bool {
        guard let session = session(for: secret, at: now), let index = sessions.firstIndex(of: session)
        else { return false }
        sessions[index].expires = max(session.expires, now + Session.lifetime)
        return true
    }

    /// Ends a session.
    ///
    /// - Returns: whether there was one.
    public mutating func endSession(_ secret: Secret) -> Bool {
        let hash = SecretHash(secret)
        let before = sessions.count
        sessions.removeAll { $0.hash == hash }
        return sessions.count < before
    }
}

extension AccessStore {
    /// Makes a share.
    ///
    /// - Parameters:
    ///   - options: what is to be seen, and how long.
    ///   - secret: a new secret, for the link.
    ///   - now: the time of day.
    /// - Returns: the share.
    /// - Throws: ``AccessError`` where the options make no sense or there are too many shares.
    public mutating func addShare(
        _ options: ShareOptions, secret: Secret, at now: Timestamp
    ) throws(AccessError) -> Share {
        let share = try Share(options, hash: SecretHash(secret), at: now)
        shares.removeAll { $0.hasExpired(at: now) }
        guard shares.count < Self.limits.shares else {
            throw AccessError(.full, "there are \(shares.count) shares, which is the most: revoke one first")
        }
        shares.append(share)
        return share
    }

    /// Ends a share.
    ///
    /// - Throws: ``AccessError`` where none has that identifier.
    public mutating func revokeShare(_ id: String) throws(AccessError) {
        guard shares.contains(where: { $0.id == id }) else {
            throw AccessError(.absent, "there is no share \(id.quoted)\(Self.knownNames(shares.map(\.id)))")
        }
        shares.removeAll { $0.id == id }
    }

    /// The share that a secret opens now.
    ///
    /// - Returns: nil for one that has ended, was revoked or never was, and for what is no secret: all that is dead is
    ///   one case.
    public func share(for secret: String, at now: Timestamp) -> Share? {
        guard let secret = Secret(secret), let share = shares.item(with: SecretHash(secret), at: \.hash),
            share.isActive(at: now)
        else { return nil }
        return share
    }
}

extension AccessStore {
    /// Decides what a request may see.
    ///
    /// The Unix socket is the owner's, and so is everything where access is open. Else a token counts where one is shown,
    /// right or wrong, and otherwise a session. A secret of one kind never opens what another kind is for.
    ///
    /// - Parameters:
    ///   - credentials: what it showed.
    ///   - mode: whether it has to show anything.
    ///   - now: the time of day.
    /// - Returns: what it may see, and how it came.
    public func admission(of credentials: Credentials, mode: AccessMode, at now: Timestamp) -> Admission {
        guard credentials.origin == .network, mode == .token else { return Admission(.owner) }
        if let bearer = credentials.bearer {
            guard let token = token(matching: bearer) else { return Admission(.none, hasFailed: true) }
            return Admission(.token(token))
        }
        guard let cookie = credentials.cookie else { return Admission(.none) }
        let (secrets, wereGiven) = SessionCookie.secrets(in: cookie)
        for secret in secrets {
            guard let session = session(for: secret, at: now) else { continue }
            return Admission(.owner, session: secret, isRenewalDue: session.isRenewalDue(at: now))
        }
        return Admission(.none, hasFailed: wereGiven)
    }
}
