public import Access
import Basics
import Linux
import Location
import Synchronization

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
