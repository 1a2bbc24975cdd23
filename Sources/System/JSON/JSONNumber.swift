import Basics

/// The numbers of a JSON text (RFC 8259, section 6).
enum JSONNumber {
    /// Whole numbers beyond are exact only if they are written without a decimal point and an exponent.
    private static let maxExact = 9_007_199_254_740_992.0

    /// Returns true for a byte that can be part of a number.
    static func mayContain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Returns the number in a range of a text.
    ///
    /// - Throws: `DecodingError`, also for a number that rounds to infinity, or to 0 without being 0.
    static func double(_ range: Range<Int>, of bytes: [UInt8]) throws -> Double {
        let text = bytes[range]
        guard isNumber(text), let number = DecimalNumber(bytes.span.extracting(range)),
            let value = Double(decimal: bytes.span.extracting(range)), value != 0 || number.mantissa == 0
        else { throw DecodingError.notJSON }
        return value
    }

    /// Returns the whole number in a range of a text; `34.0` and `1e3` are whole too.
    ///
    /// - Throws: `DecodingError`, also for a fraction or a number that the type cannot hold.
    static func integer<Value: FixedWidthInteger>(_ range: Range<Int>, of bytes: [UInt8]) throws -> Value {
        let text = bytes[range]
        guard isNumber(text) else { throw DecodingError.notJSON }
        if let value = Value(String(decoding: text, as: UTF8.self)) { return value }
        let number = try double(range, of: bytes)
        guard number.magnitude < maxExact, let value = Value(exactly: number) else { throw DecodingError.notJSON }
        return value
    }

    /// Returns true for `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = digits(&rest)
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard !digits(&rest).isEmpty else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard !digits(&rest).isEmpty else { return false }
        }
        return rest.isEmpty
    }

    /// Removes the digits at the beginning.
    private static func digits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix { (48...57).contains($0) }
        text = text[digits.endIndex...]
        return digits
    }
}
