public import Basics
import Location

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
