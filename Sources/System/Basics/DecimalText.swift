/// Writes numbers as decimal text directly into bytes: a track has a million points.
public enum DecimalText {
    /// The maximum number of decimals.
    public static let maxDecimals = 9

    // What the closure of `append(addingCapacity:)` writes to.
    #if compiler(>=6.3)
        typealias Output = OutputSpan<UInt8>
    #else
        typealias Output = [UInt8]
    #endif

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Appends a number rounded to a number of decimals, without trailing zeros except one: `1.5`, `45.0`.
    ///
    /// - Parameters:
    ///   - value: the number.
    ///   - decimals: 0 to ``maxDecimals``, clamped.
    ///   - bytes: the output.
    /// - Returns: false, with nothing appended, if the number is not finite or, scaled, exceeds 64 bits.
    @discardableResult
    public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) -> Bool {
        let places = min(max(decimals, 0), maxDecimals)
        guard let scaled = Int64(exactly: (value * powers[places]).rounded()), scaled > .min else { return false }
        bytes.append(addingCapacity: 24) { output in
            if scaled < 0 { output.append(UInt8(ascii: "-")) }
            write(scaled.magnitude, decimals: places, to: &output)
        }
        return true
    }

    /// Appends an integer.
    public static func append(_ value: Int64, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 20) { output in
            if value < 0 { output.append(UInt8(ascii: "-")) }
            write(value.magnitude, decimals: 0, to: &output)
        }
    }

    /// Appends an integer with leading zeros to a width of at most 19.
    public static func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 20) { output in
            var digits = Digits(value)
            digits.pad(to: min(width, 19))
            digits.write(downTo: 0, to: &output)
        }
    }

    private static func write(_ magnitude: UInt64, decimals: Int, to output: inout Output) {
        var digits = Digits(magnitude)
        digits.pad(to: decimals + 1)
        digits.write(downTo: decimals, to: &output)
        guard decimals > 0 else { return }
        output.append(UInt8(ascii: "."))
        digits.writeFraction(decimals, to: &output)
    }
}

/// The digits of a number, least significant first.
private struct Digits {
    private var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    private var count = 0

    init(_ magnitude: UInt64) {
        var rest = magnitude
        // Two digits at a time, because each division depends on the one before.
        while rest >= 100 {
            let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
            let (tens, ones) = UInt8(truncatingIfNeeded: pair).quotientAndRemainder(dividingBy: 10)
            digits[count] += ones
            digits[count + 1] += tens
            count += 2
            rest = hundreds
        }
        repeat {
            let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
            digits[count] += UInt8(truncatingIfNeeded: ones)
            count += 1
            rest = tens
        } while rest > 0
    }

    mutating func pad(to width: Int) {
        count = max(count, width)
    }

    func write(downTo end: Int, to output: inout DecimalText.Output) {
        var index = count
        while index > end {
            index -= 1
            output.append(digits[index])
        }
    }

    /// Writes the last digits, without trailing zeros except one.
    func writeFraction(_ decimals: Int, to output: inout DecimalText.Output) {
        var end = 0
        while end < decimals - 1, digits[end] == UInt8(ascii: "0") { end += 1 }
        var index = decimals
        while index > end {
            index -= 1
            output.append(digits[index])
        }
    }
}
