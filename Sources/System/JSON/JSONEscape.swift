/// The escapes of JSON strings (RFC 8259, section 7).
struct JSONEscape {
    private var unit: UInt16 = 0
    private var digits = 0
    /// A leading surrogate that waits for its trailing one.
    private var high: UInt16?

    /// Returns true if no `\u` escape is incomplete.
    var isComplete: Bool { digits == 0 }

    /// Returns the character of a one-letter escape; nil for an unknown one.
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

    /// Consumes a hexadecimal digit of a `\u` escape.
    ///
    /// - Returns: the character when it is complete; U+FFFD for an unpaired surrogate.
    mutating func consume(_ digit: UInt16) -> Unicode.Scalar? {
        unit = unit << 4 | digit
        digits += 1
        guard digits == 4 else { return nil }
        defer {
            unit = 0
            digits = 0
        }
        if let high, UTF16.isTrailSurrogate(unit) {
            self.high = nil
            let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
            return Unicode.Scalar(value) ?? "\u{FFFD}"
        }
        high = UTF16.isLeadSurrogate(unit) ? unit : nil
        return high == nil ? Unicode.Scalar(unit) ?? "\u{FFFD}" : nil
    }
}
