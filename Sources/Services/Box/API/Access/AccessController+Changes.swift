public import Access
import Basics
import Synchronization

extension AccessController {
    /// Adds a token; returns it with its secret, which is not stored.
    ///
    /// - Throws: ``AccessError``.
    public func addToken(named name: String, scopes: Set<Scope>) throws(AccessError) -> (token: Token, secret: Secret) {
        let (secret, now) = (Secret.random(), clock().wallClock)
        let token = try add { store throws(AccessError) in
            try store.addToken(named: name, scopes: scopes, secret: secret, at: now)
        }
        return (token, secret)
    }

    /// Revokes a token.
    ///
    /// - Throws: ``AccessError``; `unavailable` means that the token is revoked until the next start only.
    public func revokeToken(named name: String) throws(AccessError) {
        try remove { store throws(AccessError) in try store.revokeToken(named: name) }
    }

    /// Adds a share; returns it with its secret, which is not stored.
    ///
    /// - Throws: ``AccessError``.
    public func addShare(_ options: ShareOptions) throws(AccessError) -> (share: Share, secret: Secret) {
        let (secret, now) = (Secret.random(), clock().wallClock)
        let share = try add { store throws(AccessError) in try store.addShare(options, secret: secret, at: now) }
        return (share, secret)
    }

    /// Revokes a share.
    ///
    /// - Throws: ``AccessError``; `unavailable` means that the share is revoked until the next start only.
    public func revokeShare(_ id: String) throws(AccessError) {
        try remove { store throws(AccessError) in try store.revokeShare(id) }
    }

    /// Applies a change that grants access; it takes effect once it is on the disk.
    func add<Result>(
        _ change: (inout AccessStore) throws(AccessError) -> Result
    ) throws(AccessError) -> Result {
        try state.withLock { state throws(AccessError) in
            if let loadError = state.loadError { throw AccessError(.unavailable, loadError) }
            var store = state.store
            let result = try change(&store)
            do {
                try save(store)
            } catch {
                throw AccessError(.unavailable, "nothing was changed: \(error)")
            }
            state.store = store
            state.isUnsaved = false
            return result
        }
    }

    /// Applies a change that revokes access; it takes effect at once, even if the disk fails.
    func remove(_ change: (inout AccessStore) throws(AccessError) -> Void) throws(AccessError) {
        try state.withLock { state throws(AccessError) in
            if let loadError = state.loadError { throw AccessError(.unavailable, loadError) }
            try change(&state.store)
            revocations.add(1, ordering: .releasing)
            do {
                try saveRemoval(&state)
            } catch {
                throw AccessError(.unavailable, "revoked until the next start only: \(error)")
            }
        }
    }
}

extension AccessController {
    /// Issues the code of a sign-in link.
    ///
    /// - Parameter name: the name of the session that it begins; nil to name it after the browser.
    /// - Returns: the code and its lifetime; it works once.
    /// - Throws: ``AccessError`` for an invalid name, or if the file is unusable, so that no session could begin.
    public func issueSignInCode(named name: String? = nil) throws(AccessError) -> (code: Secret, lifetime: Duration) {
        let (code, now) = (Secret.random(), clock().uptime)
        try state.withLock { state throws(AccessError) in
            if let loadError = state.loadError { throw AccessError(.unavailable, loadError) }
            try state.links.issue(code, named: name, at: now)
        }
        return (code, SignInLinks.lifetime)
    }

    /// Redeems a code and starts a session.
    ///
    /// - Parameters:
    ///   - code: the presented text.
    ///   - userAgent: the `User-Agent` of the browser, which names a session without a name; nil if absent.
    /// - Returns: the secret for the browser's cookie; nil for an invalid code.
    /// - Throws: ``AccessError`` if the session cannot be stored; the code stays valid.
    public func signIn(_ code: String, userAgent: String? = nil) throws(AccessError) -> Secret? {
        let now = clock()
        guard let link = state.withLock({ $0.links.redeem(code, at: now.uptime) }) else { return nil }
        let (secret, name) = (Secret.random(), link.name ?? SessionName.suggestion(forUserAgent: userAgent))
        do {
            try add { store throws(AccessError) in store.addSession(secret, named: name, at: now.wallClock) }
        } catch {
            // The code was valid and works again once the disk has room.
            if let code = Secret(code) {
                try? state.withLock { state throws(AccessError) in
                    try state.links.issue(code, named: link.name, at: now.uptime)
                }
            }
            throw error
        }
        // At the limit, the oldest session has ended.
        revocations.add(1, ordering: .releasing)
        return secret
    }

    /// Renews a session, as requested by ``Admission/isRenewalDue``; returns true if its cookie must be set again.
    public func renew(_ secret: Secret) -> Bool {
        let now = clock().wallClock
        // A session that cannot be renewed stays valid, and the next request tries again.
        let isRenewed = try? add { store throws(AccessError) in store.renewSession(secret, at: now) }
        return isRenewed ?? false
    }

    /// Ends a session.
    ///
    /// - Throws: ``AccessError``; `unavailable` means that the session is ended until the next start only.
    public func signOut(_ secret: Secret) throws(AccessError) {
        try remove { store throws(AccessError) in _ = store.endSession(secret) }
    }

    /// Ends the session of a name.
    ///
    /// - Throws: ``AccessError``; `unavailable` means that the session is ended until the next start only.
    public func endSession(named name: String) throws(AccessError) {
        try remove { store throws(AccessError) in try store.endSession(named: name) }
    }
}
