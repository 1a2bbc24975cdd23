/// Writes numbers of few bits, the lowest bit first.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Writes the lowest bits of a number that has no others; up to 32.
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

    /// Fills the last byte up with zeros.
    consuming func finish() -> [UInt8] {
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        return bytes
    }
}
