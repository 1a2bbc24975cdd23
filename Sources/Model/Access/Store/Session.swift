public import Basics

/// A signed-in browser.
public struct Session: Hashable, Sendable {
    /// The unique name, of the form of a token's.
    public let name: String
    /// The hash of the secret in its cookie.
    public let hash: SecretHash
    /// The time of sign-in.
    public let created: Timestamp
    /// The time of expiry, unless renewed.
    public internal(set) var expires: Timestamp

    /// The lifetime after the last renewal.
    public static let lifetime: Duration = .seconds(30 * 86_400)
    /// The minimum age before a renewal, so that few requests write the file.
    static let renewalInterval: Duration = .seconds(86_400)

    func isActive(at now: Timestamp) -> Bool { now < expires }

    func isRenewalDue(at now: Timestamp) -> Bool { expires - now < Self.lifetime - Self.renewalInterval }
}

/// The cookie of a session: hidden from scripts.
///
/// Each program has its own name, since browsers send the cookies of a host to all of its ports.
public struct SessionCookie: Sendable {
    /// When a browser sends the cookie with a request that another site has caused.
    public enum SameSite: String, Sendable {
        /// Never.
        case strict = "Strict"
        /// When a link is followed.
        case lax = "Lax"
    }

    /// The cookie of the daemon.
    public static let daemon = SessionCookie(name: "whereismy-session", sameSite: .strict)
    /// The maximum number of cookies of that name that are read; other programs on the same host may set some.
    static let maxCookies = 4

    /// The name of the cookie.
    public let name: String
    private let sameSite: SameSite

    /// Creates the cookie of a program.
    public init(name: String, sameSite: SameSite) {
        (self.name, self.sameSite) = (name, sameSite)
    }

    /// Returns the `Set-Cookie` value that starts a session; secure if the browser uses HTTPS, and is never to send the
    /// cookie without it.
    public func value(for secret: Secret, isSecure: Bool) -> String {
        let lifetime = Session.lifetime.components.seconds
        return "\(name)=\(secret.text); Path=/; Max-Age=\(lifetime); \(attributes(isSecure))"
    }

    /// Returns the `Set-Cookie` value that deletes the cookie; secure like the cookie, or browsers ignore it.
    public func clearingValue(isSecure: Bool) -> String { "\(name)=; Path=/; Max-Age=0; \(attributes(isSecure))" }

    private func attributes(_ isSecure: Bool) -> String {
        "HttpOnly; SameSite=\(sameSite.rawValue)" + (isSecure ? "; Secure" : "")
    }

    /// Parses the secrets in a `Cookie` header (RFC 6265, section 4.2.1).
    ///
    /// - Returns: the valid secrets of that name, and true if any cookie had the name.
    public func secrets(in header: String) -> (secrets: [Secret], isPresent: Bool) {
        let values = header.split(separator: ";").compactMap { pair -> Substring? in
            let trimmed = pair.drop { $0 == " " || $0 == "\t" }
            guard trimmed.hasPrefix("\(name)=") else { return nil }
            return trimmed.dropFirst(name.count + 1)
        }
        return (values.prefix(Self.maxCookies).compactMap { Secret($0) }, !values.isEmpty)
    }
}
