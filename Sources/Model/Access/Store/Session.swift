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

/// The cookie of a session: not for scripts, and not sent along from other sites.
public enum SessionCookie {
    /// Its name.
    public static let name = "whereismy-session"
    /// The most cookies of that name that are looked at; another program on this host may have set some.
    static let maxCookies = 4

    /// The value of `Set-Cookie` that gives a browser its session.
    public static func value(for secret: Secret) -> String {
        "\(name)=\(secret.text); Path=/; Max-Age=\(Session.lifetime.components.seconds); HttpOnly; SameSite=Strict"
    }

    /// The value of `Set-Cookie` that takes it away.
    public static let clearingValue = "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"

    /// The secrets in a `Cookie` header, RFC 6265, section 4.2.1.
    ///
    /// - Returns: those of our name, and whether there were any of that name, secrets or not.
    public static func secrets(in header: String) -> (secrets: [Secret], wereGiven: Bool) {
        let values = header.split(separator: ";").compactMap { pair -> Substring? in
            let trimmed = pair.drop { $0 == " " || $0 == "\t" }
            guard trimmed.hasPrefix("\(name)=") else { return nil }
            return trimmed.dropFirst(name.count + 1)
        }
        return (values.prefix(maxCookies).compactMap { Secret($0) }, !values.isEmpty)
    }
}
