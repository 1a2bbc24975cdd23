import Access

/// The session cookie of the fleet: hidden from scripts and not sent across sites.
///
/// Its name differs from the daemon's, since browsers send the cookies of a host to all of its ports.
enum FleetCookie {
    /// The name of the cookie.
    static let name = "whereismy-fleet"
    /// The maximum number of cookies of that name that are read; other programs on the same host may set some.
    private static let maxCookies = 4

    /// Returns the `Set-Cookie` value that starts a session; secure if the browser uses HTTPS.
    ///
    /// `Lax`, not `Strict`: people follow links of mails and chats to the page.
    static func value(for secret: Secret, isSecure: Bool) -> String {
        "\(name)=\(secret.text); Path=/; Max-Age=\(Session.lifetime.components.seconds); \(attributes(isSecure))"
    }

    /// Returns the `Set-Cookie` value that deletes the cookie; secure like the cookie, or browsers ignore it.
    static func clearingValue(isSecure: Bool) -> String { "\(name)=; Path=/; Max-Age=0; \(attributes(isSecure))" }

    private static func attributes(_ isSecure: Bool) -> String {
        "HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// Parses the secrets in a `Cookie` header.
    ///
    /// - Returns: the valid secrets of that name, and true if any cookie had the name.
    static func secrets(in header: String) -> (secrets: [Secret], isPresent: Bool) {
        let values = header.split(separator: ";").compactMap { pair -> Substring? in
            let trimmed = pair.drop { $0 == " " || $0 == "\t" }
            guard trimmed.hasPrefix("\(name)=") else { return nil }
            return trimmed.dropFirst(name.utf8.count + 1)
        }
        return (values.prefix(maxCookies).compactMap { Secret($0) }, !values.isEmpty)
    }
}
