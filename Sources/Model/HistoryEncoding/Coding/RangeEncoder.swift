/// The writing side of a binary range coder.
///
/// G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised message", 1979; binary and
/// with carries into what is written already, as in the LZMA specification, but 64 bits wide and 32 at a time.
struct RangeEncoder: BinaryCoder {
    private var low: UInt64 = 0
    private var range = UInt64.max
    private var words: [UInt32] = []
    private var plain = BitWriter()

    @inline(__always)
    mutating func code(_ bit: Bool, _ probability: inout Probability) -> Bool {
        let bound = (range &>> 16) &* probability.ofZero
        if bit {
            let (sum, overflow) = low.addingReportingOverflow(bound)
            low = sum
            range &-= bound
            if overflow { Self.carry(into: &words) }
        } else {
            range = bound
        }
        probability.update(bit)
        if range < 1 &<< 32 {
            words.append(UInt32(truncatingIfNeeded: low &>> 32))
            low &<<= 32
            range &<<= 32
        }
        return bit
    }

    @inline(__always)
    mutating func direct(_ bits: UInt64, count: Int) -> UInt64 {
        plain.write(bits & 0xFFFF_FFFF, count: min(count, 32))
        if count > 32 { plain.write(bits &>> 32, count: count &- 32) }
        return bits
    }

    /// Ends both streams.
    ///
    /// - Returns: the bytes of the range coder, and those of the plain bits.
    consuming func finish() -> (coded: [UInt8], plain: [UInt8]) {
        let tail = shortestEnd()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 4 + 4)
        for word in words + [tail] {
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word &>> shift)) }
        }
        // The reader goes on with zeros behind the end.
        while bytes.last == 0 { bytes.removeLast() }
        return (bytes, plain.finish())
    }

    /// The first 32 bits of the number in the last interval that ends in most zeros.
    private mutating func shortestEnd() -> UInt32 {
        for kept in [0, 8, 16, 24] as [UInt64] {
            let rest = UInt64.max &>> kept
            let (sum, overflow) = low.addingReportingOverflow(rest)
            let end = sum & ~rest
            guard end &- low < range else { continue }
            if overflow { Self.carry(into: &words) }
            return UInt32(truncatingIfNeeded: end &>> 32)
        }
        let (sum, overflow) = low.addingReportingOverflow(0xFFFF_FFFF)
        if overflow { Self.carry(into: &words) }
        return UInt32(truncatingIfNeeded: sum &>> 32)
    }

    /// Out of line and apart, so that the rest stays in registers.
    @inline(never)
    private static func carry(into words: inout [UInt32]) {
        var index = words.count - 1
        while index >= 0, words[index] == .max {
            words[index] = 0
            index -= 1
        }
        if index >= 0 { words[index] += 1 }
    }
}
