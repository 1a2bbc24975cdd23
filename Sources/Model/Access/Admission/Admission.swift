import Cryptography

/// What was decided about a request.
public struct Admission: Hashable, Sendable {
    /// What it may see.
    public let grant: Grant
    /// Whether it showed something that should have let it in and did not; see ``RateLimiter``.
    public let hasFailed: Bool
    /// The secret of the session it came by; nil where it came by something else.
    ///
    /// What changes something has to come from our own page then, which ``HostRule/isSameOrigin(_:host:)`` tells.
    public let session: Secret?
    /// Whether the session should be renewed, and its cookie given again.
    public let isRenewalDue: Bool

    init(_ grant: Grant, hasFailed: Bool = false, session: Secret? = nil, isRenewalDue: Bool = false) {
        self.grant = grant
        self.hasFailed = hasFailed
        self.session = session
        self.isRenewalDue = isRenewalDue
    }
}

/// What a request may see, apart from shares, whose secret is in the path.
public enum Grant: Hashable, Sendable {
    /// Everything: the Unix socket, a browser that signed in, or whoever there is where access is open.
    case owner
    /// What the token of a program lets do.
    case token(Token)
    /// Nothing.
    case none

    /// Whether it lets do what a scope is about.
    public func allows(_ scope: Scope) -> Bool {
        switch self {
        case .owner: true
        case .token(let token): token.scopes.contains(scope)
        case .none: false
        }
    }
}

/// Whether those who come over the network have to say who they are.
public enum AccessMode: String, CaseIterable, Hashable, Sendable {
    /// They do, by a token or a session.
    case token
    /// They do not.
    case open
}

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
