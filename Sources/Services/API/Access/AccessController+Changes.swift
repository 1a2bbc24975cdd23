public import Access
import Basics
import Linux
import Location
import Synchronization

extension AccessController {
    /// Makes a token.
    ///
    /// - Returns: the token, and its secret, which is told this once.
    /// - Throws: ``AccessError``.
    public func addToken(named name: String, scopes: Set<Scope>) throws(AccessError) -> (token: Token, secret: Secret) {
        let (secret, now) = (Secret.random(), clock().wallClock)
        let token = try add { book throws(AccessError) in
            try book.addToken(named: name, scopes: scopes, secret: secret, at: now)
        }
        return (token, secret)
    }

    /// Ends a token.
    ///
    /// - Throws: ``AccessError``; one that is `unavailable` says that it has ended and comes back with the next start.
    public func revokeToken(named name: String) throws(AccessError) {
        try remove { book throws(AccessError) in try book.revokeToken(named: name) }
    }

    /// Makes a share.
    ///
    /// - Returns: the share, and its secret, which is told this once.
    /// - Throws: ``AccessError``.
    public func addShare(_ options: ShareOptions) throws(AccessError) -> (share: Share, secret: Secret) {
        let (secret, now) = (Secret.random(), clock().wallClock)
        let share = try add { book throws(AccessError) in try book.addShare(options, secret: secret, at: now) }
        return (share, secret)
    }

    /// Ends a share.
    ///
    /// - Throws: ``AccessError``; one that is `unavailable` says that it has ended and comes back with the next start.
    public func revokeShare(_ id: String) throws(AccessError) {
        try remove { book throws(AccessError) in try book.revokeShare(id) }
    }

    /// Applies a change that lets someone in; it counts only once it is on the disk.
    func add<Result>(
        _ change: (inout AccessStore) throws(AccessError) -> Result
    ) throws(AccessError) -> Result {
        try state.withLock { state throws(AccessError) in
            if let fault = state.fault { throw AccessError(.unavailable, fault) }
            var book = state.book
            let result = try change(&book)
            do {
                try save(book)
            } catch {
                throw AccessError(.unavailable, "nothing was changed: \(error)")
            }
            state.book = book
            state.isUnsaved = false
            return result
        }
    }

    /// Applies a change that keeps someone out; it counts at once, whatever the disk does.
    func remove(_ change: (inout AccessStore) throws(AccessError) -> Void) throws(AccessError) {
        try state.withLock { state throws(AccessError) in
            if let fault = state.fault { throw AccessError(.unavailable, fault) }
            try change(&state.book)
            revocations.add(1, ordering: .releasing)
            do {
                try saveRemoval(&state)
            } catch {
                throw AccessError(.unavailable, "it has ended, but comes back with the next start: \(error)")
            }
        }
    }
}

extension AccessController {
    /// Makes the code of a sign-in link.
    ///
    /// - Returns: the code, and how long it may be used, once.
    /// - Throws: ``AccessError`` where nobody could sign in by it, since the file cannot be used.
    public func issueSignInCode() throws(AccessError) -> (code: Secret, life: Duration) {
        let (code, now) = (Secret.random(), clock().uptime)
        try state.withLock { state throws(AccessError) in
            if let fault = state.fault { throw AccessError(.unavailable, fault) }
            state.links.issue(code, at: now)
        }
        return (code, SignInLinks.lifetime)
    }

    /// Uses a code up and begins a session.
    ///
    /// - Returns: the secret for the browser's cookie; nil where the code was not good.
    /// - Throws: ``AccessError`` where the session cannot be kept; the code is good still.
    public func signIn(_ code: String) throws(AccessError) -> Secret? {
        let now = clock()
        guard state.withLock({ $0.links.redeem(code, at: now.uptime) }) else { return nil }
        let secret = Secret.random()
        do {
            try add { book throws(AccessError) in book.addSession(secret, at: now.wallClock) }
        } catch {
            // The code was good, and is once there is room on the disk.
            if let code = Secret(code) { state.withLock { $0.links.issue(code, at: now.uptime) } }
            throw error
        }
        // Where there are too many, the oldest session has ended.
        revocations.add(1, ordering: .releasing)
        return secret
    }

    /// Lets a session's life begin anew, when ``Admission/isRenewalDue`` says so.
    ///
    /// - Returns: whether it did, and the cookie should be given again.
    public func renew(_ secret: Secret) -> Bool {
        let now = clock().wallClock
        // A session that cannot be renewed now is good still, and will be asked about again.
        let isRenewed = try? add { book throws(AccessError) in book.renewSession(secret, at: now) }
        return isRenewed ?? false
    }

    /// Ends a session.
    ///
    /// - Throws: ``AccessError``; one that is `unavailable` says that it has ended and comes back with the next start.
    public func signOut(_ secret: Secret) throws(AccessError) {
        try remove { book throws(AccessError) in _ = book.endSession(secret) }
    }
}
