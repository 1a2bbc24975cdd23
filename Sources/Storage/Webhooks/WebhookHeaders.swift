import Cryptography
import Location

/// The header fields of a request, for routing, detecting duplicates and checking the signature.
public enum WebhookHeaders {
    /// The fields, each as `Name: value` in ASCII, in a fixed order.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - content: the body as it is sent.
    ///   - secret: the secret; nil for no signature.
    ///   - seconds: the time in seconds since 1970; each attempt is signed again.
    ///   - version: the version of the program.
    /// - Returns: the fields.
    public static func fields(
        for entry: QueueEntry, content: WebhookContent, secret: [UInt8]?, seconds: Int64, version: String
    ) -> [String] {
        let signature = secret.map { WebhookSignature.value(secret: $0, seconds: seconds, body: content.bytes) }
        return [
            "Content-Type: \(content.type)", "User-Agent: WhereIsMy/\(version)",
            "WhereIsMy-Event: \(entry.event.kind.rawValue)", "WhereIsMy-Delivery: \(entry.id)",
            "WhereIsMy-Timestamp: \(seconds)",
        ] + (signature.map { ["WhereIsMy-Signature: \($0)"] } ?? [])
    }
}

/// The signature by which a receiver verifies the sender and the time of a request.
///
/// HMAC-SHA256 (RFC 2104, FIPS 180-4) over the seconds since 1970 in decimal digits, a full stop and the body.
public enum WebhookSignature {
    /// The value of the header: `sha256=` and 64 hexadecimal digits.
    public static func value(secret: [UInt8], seconds: Int64, body: [UInt8]) -> String {
        "sha256=" + Hexadecimal.encode(HMAC.sha256(Array("\(seconds).".utf8) + body, key: secret))
    }
}
