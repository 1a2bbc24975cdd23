/// The unused codes of sign-in links: each signs in one browser, once, within five minutes.
///
/// They are kept in memory, so a restart ends them, and on uptime, so a change of the clock does not revive them.
public struct SignInLinks: Hashable, Sendable {
    /// The lifetime of a code.
    public static let lifetime: Duration = .seconds(300)
    /// The maximum number of codes; beyond it the oldest ends.
    public static let maxCount = 32

    private struct Link: Hashable, Sendable {
        let hash: SecretHash
        let end: Duration
    }

    private var links: [Link] = []

    /// Creates an empty list.
    public init() {}

    /// The number of unused codes, including those that expired since the last call.
    public var count: Int { links.count }

    /// Adds a code.
    ///
    /// - Parameters:
    ///   - code: a new secret.
    ///   - now: the uptime.
    public mutating func issue(_ code: Secret, at now: Duration) {
        links.removeAll { $0.end <= now }
        if links.count >= Self.maxCount { links.removeFirst() }
        links.append(Link(hash: SecretHash(code), end: now + Self.lifetime))
    }

    /// Redeems a code.
    ///
    /// - Parameters:
    ///   - code: the presented text.
    ///   - now: the uptime.
    /// - Returns: true if the code was valid; it is used up then.
    public mutating func redeem(_ code: String, at now: Duration) -> Bool {
        links.removeAll { $0.end <= now }
        guard let hash = Secret(code).map(SecretHash.init), let link = links.item(with: hash, at: \.hash)
        else { return false }
        links.removeAll { $0 == link }
        return true
    }
}
