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
