public import Basics
import Location

extension AccessStore {
    /// Makes a share.
    ///
    /// - Parameters:
    ///   - options: what is to be seen, and how long.
    ///   - secret: a new secret, for the link.
    ///   - now: the time of day.
    /// - Returns: the share.
    /// - Throws: ``AccessError`` where the options make no sense or there are too many shares.
    public mutating func addShare(
        _ options: ShareOptions, secret: Secret, at now: Timestamp
    ) throws(AccessError) -> Share {
        let share = try Share(options, hash: SecretHash(secret), at: now)
        shares.removeAll { $0.hasExpired(at: now) }
        guard shares.count < Self.limits.shares else {
            throw AccessError(.full, "there are \(shares.count) shares, which is the most: revoke one first")
        }
        shares.append(share)
        return share
    }

    /// Ends a share.
    ///
    /// - Throws: ``AccessError`` where none has that identifier.
    public mutating func revokeShare(_ id: String) throws(AccessError) {
        guard shares.contains(where: { $0.id == id }) else {
            throw AccessError(.absent, "there is no share \(id.quoted)\(Self.knownNames(shares.map(\.id)))")
        }
        shares.removeAll { $0.id == id }
    }

    /// The share that a secret opens now.
    ///
    /// - Returns: nil for one that has ended, was revoked or never was, and for what is no secret: all that is dead is
    ///   one case.
    public func share(for secret: String, at now: Timestamp) -> Share? {
        guard let secret = Secret(secret), let share = shares.item(with: SecretHash(secret), at: \.hash),
            share.isActive(at: now)
        else { return nil }
        return share
    }
}
