/// Writes numbers of a few bits, lowest bit first.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Writes up to 32 low bits; the higher bits must be 0.
    @inline(__always)
    mutating func write(_ bits: UInt64, count added: Int) {
        pending |= bits &<< UInt64(truncatingIfNeeded: count)
        count &+= added
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending &>>= 8
            count &-= 8
        }
    }

    /// Pads the last byte with zeros.
    consuming func finish() -> [UInt8] {
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        return bytes
    }
}

/// Reads numbers of a few bits, lowest bit first; past its end it reads zeros.
struct BitReader {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int
    private var pending: UInt64 = 0
    private var count = 0

    /// Reads a range, which must lie within the bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Reads a number of up to 32 bits.
    @inline(__always)
    mutating func read(_ wanted: Int) -> UInt64 {
        while count < wanted { fetch() }
        let bits = pending & ((1 &<< UInt64(truncatingIfNeeded: wanted)) &- 1)
        pending &>>= UInt64(truncatingIfNeeded: wanted)
        count &-= wanted
        return bits
    }

    @inline(__always)
    private mutating func fetch() {
        if position < end {
            pending |= UInt64(bytes[position]) &<< UInt64(truncatingIfNeeded: count)
            position &+= 1
        }
        count &+= 8
    }
}
