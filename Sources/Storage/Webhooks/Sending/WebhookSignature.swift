import Cryptography

/// How a receiver knows that a request comes from somebody who has the secret, and when it was sent.
///
/// HMAC-SHA256 (RFC 2104, FIPS 180-4) over the seconds since 1970 in decimal digits, a full stop and the body.
public enum WebhookSignature {
    /// What stands in the header, such as `sha256=` and 64 hexadecimal digits.
    public static func value(secret: [UInt8], seconds: Int64, body: [UInt8]) -> String {
        "sha256=" + Hexadecimal.encode(HMAC.sha256(Array("\(seconds).".utf8) + body, key: secret))
    }
}
