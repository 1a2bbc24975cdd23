import Cryptography
import HTTPServer

/// The device token of a request.
enum DeviceCredential {
    /// The maximum length of a token in bytes; longer ones are none of ours.
    static let maxLength = 128

    /// Returns the token of `Authorization`: that of Bearer, or the password of Basic, whose user is up to the phone.
    static func token(of request: HTTPRequest) -> String? {
        guard let header = request.header("Authorization") else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return valid(parts[1].drop { $0 == " " })
        case "basic":
            guard let bytes = Base64.decode(parts[1].drop { $0 == " " }),
                let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            return valid(String(decoding: bytes[(colon + 1)...], as: UTF8.self)[...])
        default: return nil
        }
    }

    private static func valid(_ token: Substring) -> String? {
        let isValid = (1...maxLength).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isValid ? String(token) : nil
    }
}
