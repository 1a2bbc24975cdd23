import Cryptography

/// The decision about a request.
public struct Admission: Hashable, Sendable {
    /// The granted access.
    public let grant: Grant
    /// True if an invalid secret was presented; see ``RateLimiter``.
    public let hasFailed: Bool
    /// The secret of the session; nil without a session.
    ///
    /// Changes must then come from the server's own pages; see ``HostRule/isSameOrigin(_:host:)``.
    public let session: Secret?
    /// True if the session is due for renewal and its cookie must be set again.
    public let isRenewalDue: Bool

    init(_ grant: Grant, hasFailed: Bool = false, session: Secret? = nil, isRenewalDue: Bool = false) {
        self.grant = grant
        self.hasFailed = hasFailed
        self.session = session
        self.isRenewalDue = isRenewalDue
    }
}

/// The access granted to a request; a share is addressed by the secret in its path instead.
public enum Grant: Hashable, Sendable {
    /// Everything: the Unix socket, a signed-in browser, or anyone in open mode.
    case owner
    /// The scopes of a token.
    case token(Token)
    /// Nothing.
    case none

    /// Returns true if the grant includes a scope.
    public func allows(_ scope: Scope) -> Bool {
        switch self {
        case .owner: true
        case .token(let token): token.scopes.contains(scope)
        case .none: false
        }
    }
}

/// The authentication that network clients need.
public enum AccessMode: String, CaseIterable, Hashable, Sendable {
    /// A token or a session.
    case token
    /// None.
    case open
}

/// The last admitted token: programs send the same one with each request, and parsing and hashing it takes a third of
/// the time of a response.
///
/// Owners discard it with every change of the ``AccessStore``.
public struct RecentToken: Sendable {
    private let authorization: String
    /// The decision about it.
    public let admission: Admission

    /// Returns nil for an admission without a token: only tokens stay valid until they are revoked.
    public init?(_ credentials: Credentials, _ admission: Admission) {
        guard let authorization = credentials.authorization, case .token = admission.grant else { return nil }
        self.authorization = authorization
        self.admission = admission
    }

    /// Returns true for the same token, compared in constant time.
    public func matches(_ credentials: Credentials) -> Bool {
        guard credentials.origin == .network, let shown = credentials.authorization else { return false }
        return ConstantTime.areEqual(shown, authorization)
    }
}
