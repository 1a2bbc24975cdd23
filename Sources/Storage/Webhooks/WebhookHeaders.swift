import Basics
import Cryptography
import Location

/// The header fields of a request, by which a receiver can sort it, drop a double and check the signature.
public enum WebhookHeaders {
    /// The fields, each as `Name: value`; only ASCII stands in them, whatever places are called.
    ///
    /// - Parameters:
    ///   - entry: What is sent.
    ///   - body: Its bytes.
    ///   - secret: What it is signed with; nil for no signature.
    ///   - seconds: Now, since 1970: each attempt is signed anew.
    ///   - version: The program's.
    /// - Returns: Them, in a fixed order.
    public static func fields(
        for entry: QueueEntry, body: [UInt8], secret: [UInt8]?, seconds: Int64, version: String
    ) -> [String] {
        let signature = secret.map { WebhookSignature.value(secret: $0, seconds: seconds, body: body) }
        return [
            "Content-Type: application/json", "User-Agent: WhereIsMy/\(version)",
            "WhereIsMy-Event: \(entry.occurrence.kind.rawValue)", "WhereIsMy-Delivery: \(entry.id)",
            "WhereIsMy-Timestamp: \(seconds)",
        ] + (signature.map { ["WhereIsMy-Signature: \($0)"] } ?? [])
    }
}

/// How a receiver knows that a request comes from somebody who has the secret, and when it was sent.
///
/// HMAC-SHA256 (RFC 2104, FIPS 180-4) over the seconds since 1970 in decimal digits, a full stop and the body.
public enum WebhookSignature {
    /// What stands in the header, such as `sha256=` and 64 hexadecimal digits.
    public static func value(secret: [UInt8], seconds: Int64, body: [UInt8]) -> String {
        "sha256=" + Hexadecimal.encode(HMAC.sha256(Array("\(seconds).".utf8) + body, key: secret))
    }
}
