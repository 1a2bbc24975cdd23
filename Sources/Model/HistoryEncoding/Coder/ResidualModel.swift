/// The adaptive model of a column's residuals, which are mostly small and similar in size to the previous ones.
struct ResidualModel {
    /// The number of rows that one bit marks as expected.
    static let group = 16

    /// Longer bit lengths share their probabilities.
    private static let maxLength = 31
    /// Expected lengths from this on share their probabilities.
    private static let maxExpectedLength = 23

    private var lengths = InlineArray<768, Probability>(repeating: Probability())
    private var presence = InlineArray<4, Probability>(repeating: Probability())
    private var quiet = InlineArray<2, Probability>(repeating: Probability())

    private var wasQuiet = 0
    private var lastLengths = (0, 0)
    /// Bit 0 is set if the last row was unknown, bit 1 if the one before it was.
    private var unknowns = 0
    private let hasUnknown: Bool

    init(hasUnknown: Bool) { self.hasUnknown = hasUnknown }

    /// Codes rows of a column; `Quantity.unknown` marks unknown values.
    ///
    /// - Parameters:
    ///   - coder: the encoder or the decoder.
    ///   - rows: the residuals, read by an encoder and written by a decoder.
    ///   - start: the first row.
    ///   - count: a multiple of ``group``, except for the last rows of a column.
    mutating func code(
        _ coder: inout some BinaryCoder, _ rows: inout MutableSpan<Int64>, from start: Int, count: Int
    ) {
        var local = coder
        var index = start
        let end = start &+ count
        while index < end {
            let next = min(index &+ Self.group, end)
            codeGroup(&local, rows: &rows, range: index..<next)
            index = next
        }
        coder = local
    }

    @inline(__always)
    private mutating func codeGroup(
        _ coder: inout some BinaryCoder, rows: inout MutableSpan<Int64>, range: Range<Int>
    ) {
        let expected = unknowns & 1 == 1 ? Quantity.unknown : 0
        var known = true
        for index in range { known = known && rows[index] == expected }
        if coder.code(known, &quiet[wasQuiet]) {
            for index in range { rows[index] = expected }
            if expected == 0 { lastLengths = (0, 0) }
            unknowns = expected == 0 ? 0 : 3
            wasQuiet = 1
        } else {
            for index in range { rows[index] = codeRow(&coder, rows[index]) }
            wasQuiet = 0
        }
    }

    @inline(__always)
    private mutating func codeRow(_ coder: inout some BinaryCoder, _ value: Int64) -> Int64 {
        guard hasUnknown else { return codeNumber(&coder, value) }
        let isUnknown = coder.code(value == Quantity.unknown, &presence[unknowns])
        unknowns = (unknowns &<< 1 | (isUnknown ? 1 : 0)) & 3
        return isUnknown ? Quantity.unknown : codeNumber(&coder, value)
    }

    @inline(__always)
    private mutating func codeNumber(_ coder: inout some BinaryCoder, _ value: Int64) -> Int64 {
        let length = codeLength(&coder, 64 &- value.magnitude.leadingZeroBitCount)
        lastLengths = (length, lastLengths.0)
        guard length > 0 else { return 0 }
        return codeBits(&coder, value: value, length: length)
    }

    /// Codes the bit length in unary, upwards or downwards from the expected one.
    @inline(__always)
    private mutating func codeLength(_ coder: inout some BinaryCoder, _ known: Int) -> Int {
        let expected = min((lastLengths.0 &+ lastLengths.1 &+ 1) &>> 1, Self.maxExpectedLength)
        let row = expected &* 32
        var length = max(expected, 1)
        if coder.code(known >= length, &lengths[row &+ length]) {
            while length < 64, coder.code(known > length, &lengths[row &+ min(length &+ 1, Self.maxLength)]) {
                length &+= 1
            }
            return length
        }
        length &-= 1
        while length > 0, !coder.code(known >= length, &lengths[row &+ length]) { length &-= 1 }
        return length
    }

    /// Codes the sign and the bits below the leading 1 without a model, which would gain less than a hundredth.
    @inline(__always)
    private mutating func codeBits(_ coder: inout some BinaryCoder, value known: Int64, length: Int) -> Int64 {
        let sign: UInt64 = known < 0 ? 1 : 0
        let top: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length &- 1)
        let bits = coder.direct((known.magnitude & (top &- 1)) &<< 1 | sign, count: length)
        let magnitude = Int64(truncatingIfNeeded: top | bits &>> 1)
        return bits & 1 == 0 ? magnitude : 0 &- magnitude
    }
}
