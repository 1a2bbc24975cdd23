/// Base 32 (RFC 4648, section 6) in lower case and without padding: characters that are easy to distinguish and
/// valid in any URL.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Encodes bytes, eight characters for each five.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var bits: UInt16 = 0
        var count = 0
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
        bytes(of: text.utf8, bitsPerLetter: 5, value)
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): letter - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}

/// Base 16 in lower case.
public enum Hexadecimal {
    /// Encodes bytes, two digits each.
    public static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Decodes lower-case digits; nil for anything else.
    public static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(value)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// Base 64 (RFC 4648, section 4), as the header of basic authentication has it.
public enum Base64 {
    /// Decodes text, with or without its padding; nil for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        let end = digits.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
        guard digits.count - end <= 2, digits.count == end || digits.count % 4 == 0 else { return nil }
        return bytes(of: digits[..<end], bitsPerLetter: 6, value)
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Returns the bytes of letters; nil for another letter, or for text that ends within a byte.
private func bytes(
    of letters: some Sequence<UInt8>, bitsPerLetter width: Int, _ value: (UInt8) -> UInt8?
) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt16 = 0
    var count = 0
    for letter in letters {
        guard let value = value(letter) else { return nil }
        bits = bits << UInt16(width) | UInt16(value)
        count += width
        if count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
    }
    // Unused bits have to be 0, so that each value has a single encoding.
    return count < width && bits & (1 << count - 1) == 0 ? bytes : nil
}
