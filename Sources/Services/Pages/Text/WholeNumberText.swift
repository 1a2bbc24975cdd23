/// A whole number of any size a double can have, in decimal digits.
enum WholeNumberText {
    /// Digits that one part holds.
    private static let width = 9
    private static let base: UInt64 = 1_000_000_000

    /// The exact digits; nothing for a number that is below 0, not whole or not finite.
    static func digits(of value: Double) -> String {
        guard value.isFinite, value >= 0, value == value.rounded() else { return "" }
        if let small = UInt64(exactly: value) { return String(small) }
        // The significand has 53 bits, and what is left of the exponent doubles it.
        var parts = parts(of: value.significandBitPattern | 1 << 52)
        for _ in 0..<max(0, Int(value.exponent) - 52) { double(&parts) }
        return parts.reversed().enumerated().map { index, part in
            let text = String(part)
            return index == 0 ? text : String(repeating: "0", count: width - text.count) + text
        }.joined()
    }

    /// A number in parts of nine digits, the lowest first.
    private static func parts(of number: UInt64) -> [UInt64] {
        [number % base, number / base]
    }

    private static func double(_ parts: inout [UInt64]) {
        var carry: UInt64 = 0
        for index in parts.indices {
            let doubled = 2 * parts[index] + carry
            (parts[index], carry) = (doubled % base, doubled / base)
        }
        if carry > 0 { parts.append(carry) }
    }
}
