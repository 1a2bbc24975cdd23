public import Basics
import Location

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
