/// The unused codes of sign-in links: each signs in one browser, once, within five minutes.
///
/// They are kept in memory, so a restart ends them, and on uptime, so a change of the clock does not revive them.
public struct SignInLinks: Hashable, Sendable {
    /// The lifetime of a code.
    public static let lifetime: Duration = .seconds(300)
    /// The maximum number of codes; beyond it the oldest ends.
    public static let maxCount = 32

    /// An unused code.
    public struct Link: Hashable, Sendable {
        let hash: SecretHash
        let end: Duration
        /// The name of the session that it begins; nil to name it after the browser.
        public let name: String?
    }

    private var links: [Link] = []

    /// Creates an empty list.
    public init() {}

    /// The number of unused codes, including those that expired since the last call.
    public var count: Int { links.count }

    /// Adds a new code at an uptime; without a name, its session is named after the browser.
    ///
    /// - Throws: ``AccessError`` for an invalid name.
    public mutating func issue(_ code: Secret, named name: String? = nil, at now: Duration) throws(AccessError) {
        if let name, !SessionName.isValid(name) {
            throw AccessError(.invalid, "invalid session name \(name.quoted); fix: use \(Token.nameFormat)")
        }
        links.removeAll { $0.end <= now }
        if links.count >= Self.maxCount { links.removeFirst() }
        links.append(Link(hash: SecretHash(code), end: now + Self.lifetime, name: name))
    }

    /// Redeems a code at an uptime: returns its link, which is used up then; nil if the code is not valid.
    public mutating func redeem(_ code: String, at now: Duration) -> Link? {
        links.removeAll { $0.end <= now }
        guard let hash = Secret(code).map(SecretHash.init), let link = links.item(with: hash, at: \.hash)
        else { return nil }
        links.removeAll { $0 == link }
        return link
    }
}
