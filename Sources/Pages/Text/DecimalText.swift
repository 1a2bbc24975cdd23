/// A number with a fixed count of decimals and a dot, as C's `%.Nf` writes it, whatever the locale.
public enum DecimalText {
    /// The number rounded to so many decimals, 0 to 9; nothing where it is not finite.
    ///
    /// Ties are broken by the exact value of the double, and then to even, as glibc does. Where that leaves 0 there is
    /// no sign.
    public static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return "" }
        let power = powers[min(max(decimals, 0), powers.count - 1)]
        let scaled = rounded(value, times: power)
        guard let whole = Int64(exactly: scaled) else { return String(value) }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = whole < 0 ? "-" : ""
        return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// The nearest whole number to the exact product; the product of doubles may have been rounded onto a tie.
    private static func rounded(_ value: Double, times power: Double) -> Double {
        let product = value * power
        guard abs(product - product.rounded(.towardZero)) == 0.5 else { return product.rounded() }
        let error = (-product).addingProduct(value, power)
        if error == 0 { return product.rounded(.toNearestOrEven) }
        return error > 0 ? product.rounded(.up) : product.rounded(.down)
    }
}
