/// Numbers as decimal text, written straight into bytes: a track has a million points of them.
public enum DecimalText {
    /// The most digits behind the point that are written.
    public static let maxDecimals = 9

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Appends a number rounded to at most that many decimals, without the zeros at its end but one: `1.5`, `45.0`.
    ///
    /// - Parameters:
    ///   - value: the number.
    ///   - decimals: 0 to ``mostDecimals``; what is beyond is brought to the nearest.
    ///   - bytes: what it is appended to.
    /// - Returns: false, and nothing is appended, where the number is not finite or, scaled, beyond 64 bits.
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

    /// Appends a whole number.
    public static func append(_ value: Int64, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 20) { output in
            if value < 0 { output.append(UInt8(ascii: "-")) }
            write(value.magnitude, decimals: 0, to: &output)
        }
    }

    /// Appends a whole number with zeros before it up to a width of at most 19.
    public static func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 20) { output in
            var digits = Digits(value)
            digits.pad(to: min(width, 19))
            digits.write(downTo: 0, to: &output)
        }
    }

    private static func write(_ magnitude: UInt64, decimals: Int, to output: inout OutputSpan<UInt8>) {
        var digits = Digits(magnitude)
        digits.pad(to: decimals + 1)
        digits.write(downTo: decimals, to: &output)
        guard decimals > 0 else { return }
        output.append(UInt8(ascii: "."))
        digits.writeFraction(decimals, to: &output)
    }
}

/// The digits of a number, the last one first.
private struct Digits {
    private var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    private var count = 0

    init(_ magnitude: UInt64) {
        var rest = magnitude
        // Two at a time: each division waits for the one before.
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

    func write(downTo end: Int, to output: inout OutputSpan<UInt8>) {
        var index = count
        while index > end {
            index -= 1
            output.append(digits[index])
        }
    }

    /// Writes the last so many digits, without zeros at the end but one.
    func writeFraction(_ decimals: Int, to output: inout OutputSpan<UInt8>) {
        var end = 0
        while end < decimals - 1, digits[end] == UInt8(ascii: "0") { end += 1 }
        var index = decimals
        while index > end {
            index -= 1
            output.append(digits[index])
        }
    }
}
