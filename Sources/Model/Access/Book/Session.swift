public import Basics
import Location

/// A browser that signed in.
public struct Session: Hashable, Sendable {
    /// Of the secret in its cookie.
    public let hash: SecretHash
    /// When it signed in.
    public let created: Timestamp
    /// When it ends, unless it is used before.
    public internal(set) var expires: Timestamp

    /// How long it lasts after its last use.
    public static let lifetime: Duration = .seconds(30 * 86_400)
    /// How much of its life it has to have used before that begins anew, so that not each request writes a file.
    static let renewalInterval: Duration = .seconds(86_400)

    init(hash: SecretHash, created: Timestamp, expires: Timestamp) {
        self.hash = hash
        self.created = created
        self.expires = expires
    }

    /// Whether it is good.
    func isActive(at now: Timestamp) -> Bool { now < expires }

    /// Whether its life should begin anew.
    func isRenewalDue(at now: Timestamp) -> Bool { expires - now < Self.lifetime - Self.renewalInterval }
}
