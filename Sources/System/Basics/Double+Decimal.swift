extension Double {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Parses a finite decimal number with optional blanks around it; nil for anything else.
    ///
    /// Integers up to 2 to the 53rd and powers of ten up to the 22nd are exact, so one division rounds correctly (W.
    /// Clinger, "How to read floating point numbers accurately", 1990). The rest is left to the standard library.
    public init?(decimal text: Span<UInt8>) {
        guard let number = DecimalNumber(text) else { return nil }
        if number.mantissa <= 1 << 53, Self.powers.indices.contains(abs(number.scale)) {
            let (magnitude, power) = (Double(number.mantissa), Self.powers[abs(number.scale)])
            self = number.scale < 0 ? magnitude / power : magnitude * power
            if number.isNegative { negate() }
        } else {
            let bytes = text.trimmedRange.map { text[$0] }
            guard bytes.count <= 400, let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
                return nil
            }
            self = value
        }
    }
}

/// A decimal number as written: an integer times a power of ten.
public struct DecimalNumber {
    /// The digits without the decimal point, saturated at 2 to the 60th.
    public private(set) var mantissa: UInt64 = 0
    /// True for a negative number.
    public private(set) var isNegative = false
    /// The power of ten.
    public private(set) var scale = 0

    private static let maxMantissa: UInt64 = 1 << 60
    private static let maxScale = 100_000

    /// Parses `[+-]digits[.digits][e[+-]digits]` with optional blanks around it; nil for anything else.
    public init?(_ text: Span<UInt8>) {
        let range = text.trimmedRange
        var next = range.lowerBound
        isNegative = Self.sign(in: text, from: &next, to: range.upperBound)
        let whole = digits(in: text, from: &next, to: range.upperBound)
        var fraction = 0
        if next < range.upperBound, text[next] == UInt8(ascii: ".") {
            next += 1
            fraction = digits(in: text, from: &next, to: range.upperBound)
        }
        guard whole + fraction > 0 else { return nil }
        scale = -fraction
        if next < range.upperBound, text[next] | 0x20 == UInt8(ascii: "e") {
            next += 1
            guard let exponent = Self.exponent(in: text, from: &next, to: range.upperBound) else { return nil }
            scale += exponent
        }
        guard next == range.upperBound else { return nil }
    }

    /// Consumes digits; returns their number.
    private mutating func digits(in text: Span<UInt8>, from next: inout Int, to end: Int) -> Int {
        let start = next
        while next < end, case let digit = text[next] &- 48, digit < 10 {
            mantissa = mantissa < Self.maxMantissa / 10 ? mantissa * 10 + UInt64(digit) : Self.maxMantissa
            next += 1
        }
        return next - start
    }

    private static func sign(in text: Span<UInt8>, from next: inout Int, to end: Int) -> Bool {
        guard next < end, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") else { return false }
        defer { next += 1 }
        return text[next] == UInt8(ascii: "-")
    }

    private static func exponent(in text: Span<UInt8>, from next: inout Int, to end: Int) -> Int? {
        let isNegative = sign(in: text, from: &next, to: end)
        let start = next
        var exponent = 0
        while next < end, case let digit = text[next] &- 48, digit < 10 {
            exponent = min(exponent * 10 + Int(digit), maxScale)
            next += 1
        }
        guard next > start else { return nil }
        return isNegative ? -exponent : exponent
    }
}
