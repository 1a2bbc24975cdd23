/// The encoder of a binary range coder.
///
/// G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised message", 1979; binary and
/// with carry propagation as in the LZMA specification, but 64 bits wide and 32 at a time.
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

    /// Ends both streams; returns the bytes of the range coder, and those of the raw bits.
    consuming func finish() -> (coded: [UInt8], plain: [UInt8]) {
        let tail = shortestEnd()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 4 + 4)
        for word in words + [tail] {
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word &>> shift)) }
        }
        // The decoder reads zeros past the end.
        while bytes.last == 0 { bytes.removeLast() }
        return (bytes, plain.finish())
    }

    /// Returns the first 32 bits of the number in the last interval with the most trailing zeros.
    private mutating func shortestEnd() -> UInt32 {
        for bits in [0, 8, 16, 24] as [UInt64] {
            let rest = UInt64.max &>> bits
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

    /// Out of line and static, to keep the caller's state in registers.
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

/// The decoder of a binary range coder; past its end it reads zeros.
struct RangeDecoder: BinaryCoder {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int
    private var code: UInt64 = 0
    private var range = UInt64.max
    private var plain: BitReader

    /// Reads two ranges, which must lie within the bytes.
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

    /// Out of line, to keep the caller's state in registers.
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

/// One side of a bit channel: an encoder or a decoder.
///
/// A model is written once for both sides: an encoder returns the bit that it is given, a decoder returns the encoded
/// one and ignores its argument.
protocol BinaryCoder {
    /// Codes a bit by its probability, and updates the probability.
    mutating func code(_ bit: Bool, _ probability: inout Probability) -> Bool

    /// Codes up to 64 bits without a model.
    mutating func direct(_ bits: UInt64, count: Int) -> UInt64
}

/// The adaptive probability that a bit is 0 in its context.
///
/// The learning rate falls with each bit, roughly as 1/n, down to 1/65.
struct Probability {
    private static let start: UInt32 = 0x8000_6000
    private static let slowest: UInt32 = 1000

    /// The probability of 0 in the upper half, 1 to 65535 in units of 1/65536; the learning rate in the lower half,
    /// likewise.
    private var state = start

    /// The probability of 0 in units of 1/65536.
    var ofZero: UInt64 { UInt64(state &>> 16) }

    @inline(__always)
    mutating func update(_ bit: Bool) {
        let probability = state &>> 16
        let rate = state & 0xFFFF
        let change = bit ? 0 &- (probability &* rate) &>> 16 : ((0x10000 &- probability) &* rate) &>> 16
        let nextRate = rate > Self.slowest ? rate &- (rate &* rate) &>> 16 : rate
        state = (probability &+ change) &<< 16 | nextRate
    }
}
