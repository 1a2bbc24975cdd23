/// Escapes in strings of JSON: RFC 8259, section 7.
struct JSONEscape {
    private var unit: UInt16 = 0
    private var digits = 0
    /// The first half of a pair of surrogates.
    private var high: UInt16?

    /// Whether no digits are open.
    var isComplete: Bool { digits == 0 }

    /// What a character behind the backslash stands for; nil where it stands for nothing.
    static func character(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Takes a hexadecimal digit of a `\u` escape.
    ///
    /// - Returns: the character, once there is one; half a pair without the other is U+FFFD.
    mutating func consume(_ digit: UInt16) -> Unicode.Scalar? {
        unit = unit << 4 | digit
        digits += 1
        guard digits == 4 else { return nil }
        defer { (unit, digits) = (0, 0) }
        if let high, UTF16.isTrailSurrogate(unit) {
            self.high = nil
            let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
            return Unicode.Scalar(value) ?? "\u{FFFD}"
        }
        high = UTF16.isLeadSurrogate(unit) ? unit : nil
        return high == nil ? Unicode.Scalar(unit) ?? "\u{FFFD}" : nil
    }
}
