/// A number with a fixed count of decimals and a dot, as C's `%.Nf` writes it, in any locale.
public enum FixedDecimalText {
    /// Returns the rounded number; empty if it is not finite.
    ///
    /// Ties are resolved by the exact value of the double, then to even, as in glibc. There is never an exponent.
    ///
    /// - Parameters:
    ///   - value: the number.
    ///   - decimals: 0 to 9; other values are clamped.
    ///   - signsZero: true for C's `-0.0` when a negative number rounds to zero, false for `0.0`.
    /// - Returns: the text.
    public static func text(_ value: Double, decimals: Int, signsZero: Bool = false) -> String {
        guard value.isFinite else { return "" }
        let decimals = min(max(decimals, 0), powers.count - 1)
        let digits = digits(of: abs(value), decimals: decimals)
        let isNegative = value.sign == .minus && (signsZero || digits.contains { $0 != "0" })
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let fraction = decimals == 0 ? "" : ".\(padded.suffix(decimals))"
        return (isNegative ? "-" : "") + String(padded.dropLast(decimals)) + fraction
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Returns the digits of the number times ten to the decimals, rounded.
    private static func digits(of magnitude: Double, decimals: Int) -> String {
        let power = powers[decimals]
        if magnitude * power < 0x1p52 { return WholeNumberText.digits(of: rounded(magnitude, times: power)) }
        // A double cannot hold every digit of the product, so the fraction is scaled alone. Where it can, the whole
        // part can be incremented exactly.
        let whole = magnitude.rounded(.down)
        let scaled = rounded(magnitude - whole, times: power)
        let (carried, rest) = scaled == power ? (whole + 1, 0) : (whole, scaled)
        guard decimals > 0 else { return WholeNumberText.digits(of: whole) }
        let fraction = Int64(exactly: rest).map(String.init) ?? ""
        let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
        return WholeNumberText.digits(of: carried) + zeros + fraction
    }

    /// Returns the nearest integer to the exact product; the product of doubles may have been rounded onto a tie.
    private static func rounded(_ value: Double, times power: Double) -> Double {
        let product = value * power
        guard abs(product - product.rounded(.towardZero)) == 0.5 else { return product.rounded() }
        let error = (-product).addingProduct(value, power)
        if error == 0 { return product.rounded(.toNearestOrEven) }
        return error > 0 ? product.rounded(.up) : product.rounded(.down)
    }
}

/// An integer of any size a double can have, in decimal digits.
enum WholeNumberText {
    /// The digits of one part.
    private static let width = 9
    private static let base: UInt64 = 1_000_000_000

    /// Returns the exact digits; empty for a number that is negative, fractional or not finite.
    static func digits(of value: Double) -> String {
        guard value.isFinite, value >= 0, value == value.rounded() else { return "" }
        if let small = UInt64(exactly: value) { return String(small) }
        // The significand has 53 bits; the rest of the exponent doubles it.
        var parts = parts(of: value.significandBitPattern | 1 << 52)
        for _ in 0..<max(0, Int(value.exponent) - 52) { double(&parts) }
        return parts.reversed().enumerated().map { index, part in
            let text = String(part)
            return index == 0 ? text : String(repeating: "0", count: width - text.count) + text
        }.joined()
    }

    /// Returns a number in parts of nine digits, the lowest first.
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
