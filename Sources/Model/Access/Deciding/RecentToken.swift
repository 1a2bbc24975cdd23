import Cryptography

/// The token that was shown last, since a program shows the same one with each request, and to read and hash it takes a
/// third of what an answer does.
///
/// Whoever keeps it forgets it with every change of the ``AccessStore``.
public struct RecentToken: Sendable {
    private let authorization: String
    /// What was decided about it.
    public let admission: Admission

    /// Remembers what was decided; nil where it was not by a token, which alone counts at any time until it is revoked.
    public init?(_ credentials: Credentials, _ admission: Admission) {
        guard let authorization = credentials.authorization, case .token = admission.grant else { return nil }
        self.authorization = authorization
        self.admission = admission
    }

    /// Whether the same is shown again; the time it takes does not tell where it differs.
    public func matches(_ credentials: Credentials) -> Bool {
        guard credentials.origin == .network, let shown = credentials.authorization else { return false }
        return ConstantTime.areEqual(shown, authorization)
    }
}
