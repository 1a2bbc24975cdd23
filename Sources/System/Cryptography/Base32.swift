/// Base 32 (RFC 4648, section 6) in lower case and without padding: characters that are easy to tell apart and valid in
/// any URL.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Encodes bytes, eight characters for each five.
    public static func encode(_ bytes: [UInt8]) -> String {
        var (text, bits, count) = ([UInt8](), UInt16(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt16(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> count & 31)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes lower-case text; nil for anything else, including text that ends within a byte.
    public static func decode(_ text: String) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), UInt16(0), 0)
        bytes.reserveCapacity(text.utf8.count * 5 / 8)
        for letter in text.utf8 {
            guard let value = value(of: letter) else { return nil }
            bits = bits << 5 | UInt16(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // Unused bits have to be 0, so that each value has a single encoding.
        guard count < 5, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): letter - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
