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

/// The reading side of a binary range coder; behind its end it reads zeros.
struct RangeDecoder: BinaryCoder {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int
    private var code: UInt64 = 0
    private var range = UInt64.max
    private var plain: BitReader

    /// Reads two ranges of bytes, which lie within them.
    init(_ bytes: [UInt8], coded: Range<Int>, plain: Range<Int>) {
        self.bytes = bytes
        end = coded.upperBound
        position = coded.lowerBound
        self.plain = BitReader(bytes, plain)
        code = nextWord() &<< 32 | nextWord()
    }

    @inline(__always)
    mutating func code(_ bit: Bool, _ probability: inout Probability) -> Bool {
        let bound = (range &>> 16) &* probability.ofZero
        let isOne = code >= bound
        if isOne {
            code &-= bound
            range &-= bound
        } else {
            range = bound
        }
        probability.update(isOne)
        if range < 1 &<< 32 {
            code = code &<< 32 | nextWord()
            range &<<= 32
        }
        return isOne
    }

    @inline(__always)
    mutating func direct(_ bits: UInt64, count: Int) -> UInt64 {
        let low = plain.read(min(count, 32))
        return count > 32 ? plain.read(count &- 32) &<< 32 | low : low
    }

    @inline(__always)
    private mutating func nextWord() -> UInt64 {
        let word = Self.word(bytes, at: position, end)
        position &+= 4
        return word
    }

    /// Out of line, so that what is around it stays in registers.
    @inline(never)
    private static func word(_ bytes: [UInt8], at position: Int, _ end: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in position..<(position &+ 4) {
            word = word &<< 8
            if index < end { word |= UInt64(bytes[index]) }
        }
        return word
    }
}

/// One side of a channel of bits: an encoder, or a decoder.
///
/// A model is written once against this, for both sides: an encoder takes the bit it is given and answers it, a
/// decoder answers the one that was written and looks at nothing else.
protocol BinaryCoder {
    /// Codes a bit by its probability, which learns from it.
    mutating func code(_ bit: Bool, _ probability: inout Probability) -> Bool

    /// Codes up to 64 bits as they are.
    mutating func direct(_ bits: UInt64, count: Int) -> UInt64
}

/// How likely a bit is 0, learnt from those that came before it in the same context.
///
/// The rate of learning falls from bit to bit, roughly as 1/n, down to 1/65.
struct Probability {
    private static let start: UInt32 = 0x8000_6000
    private static let slowest: UInt32 = 1000

    /// The probability of 0 in the upper half, in 65536ths, 1 to 65535; the rate in the lower half, likewise.
    private var state = start

    /// The probability of 0, in 65536ths.
    var ofZero: UInt64 { UInt64(state &>> 16) }

    /// Learns what the bit was.
    @inline(__always)
    mutating func update(_ bit: Bool) {
        let probability = state &>> 16
        let rate = state & 0xFFFF
        let change = bit ? 0 &- (probability &* rate) &>> 16 : ((0x10000 &- probability) &* rate) &>> 16
        let nextRate = rate > Self.slowest ? rate &- (rate &* rate) &>> 16 : rate
        state = (probability &+ change) &<< 16 | nextRate
    }
}
