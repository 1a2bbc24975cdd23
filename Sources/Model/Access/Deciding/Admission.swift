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
