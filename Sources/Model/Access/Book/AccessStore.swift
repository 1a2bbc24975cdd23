public import Basics
import Location

/// Who may see what: tokens, sessions and shares, each by the hash of its secret.
///
/// A value without a clock or a file; whoever keeps it gives the time and stores what ``encoded()`` says, the tokens of a credential apart.
public struct AccessStore: Hashable, Sendable {
    /// The most of each there may be: a search looks at all.
    public static let limits = (tokens: 64, sessions: 64, shares: 256)

    /// Those that were made, in the order of that.
    public internal(set) var tokens: [Token] = []
    /// Those of systemd's credential, in its order; they are never stored.
    public internal(set) var credentialTokens: [Token] = []
    /// In the order in which they began.
    public internal(set) var sessions: [Session] = []
    /// In the order in which they were made; also those that have ended and were not pruned yet.
    public internal(set) var shares: [Share] = []

    /// Begins with nothing.
    public init() {}

    /// Has the tokens of a credential in place of those of an earlier one.
    public mutating func replaceCredentialTokens(with credential: TokenCredential) {
        credentialTokens = credential.tokens
    }

    /// Removes what has ended.
    ///
    /// - Returns: whether there was something.
    public mutating func prune(at now: Timestamp) -> Bool {
        let before = sessions.count + shares.count
        sessions.removeAll { !$0.isActive(at: now) }
        shares.removeAll { $0.hasExpired(at: now) }
        return sessions.count + shares.count < before
    }

    /// Whether something has ended and is still here.
    public func needsPruning(at now: Timestamp) -> Bool {
        shares.contains { $0.hasExpired(at: now) } || sessions.contains { !$0.isActive(at: now) }
    }
}
