/// The codes of sign-in links that have not been used: each lets one browser in, once, within five minutes.
///
/// They are in memory alone, so that a restart ends them, and on uptime, so that setting the clock does not revive them.
public struct SignInLinks: Hashable, Sendable {
    /// How long a code may be used.
    public static let lifetime: Duration = .seconds(300)
    /// The most codes at once; beyond it the oldest ends.
    public static let maxCount = 32

    private struct Link: Hashable, Sendable {
        let hash: SecretHash
        let end: Duration
    }

    private var links: [Link] = []

    /// Begins with none.
    public init() {}

    /// How many may still be used, those that have ended since the last call counted too.
    public var count: Int { links.count }

    /// Makes a code good from now on.
    ///
    /// - Parameters:
    ///   - code: a new secret.
    ///   - now: the uptime.
    public mutating func issue(_ code: Secret, at now: Duration) {
        links.removeAll { $0.end <= now }
        if links.count >= Self.maxCount { links.removeFirst() }
        links.append(Link(hash: SecretHash(code), end: now + Self.lifetime))
    }

    /// Uses a code up.
    ///
    /// - Parameters:
    ///   - code: what was shown; anything that is no secret is no code.
    ///   - now: the uptime.
    /// - Returns: whether it was good; it is not any more.
    public mutating func redeem(_ code: String, at now: Duration) -> Bool {
        links.removeAll { $0.end <= now }
        guard let hash = Secret(code).map(SecretHash.init), let link = links.item(with: hash, at: \.hash)
        else { return false }
        links.removeAll { $0 == link }
        return true
    }
}
