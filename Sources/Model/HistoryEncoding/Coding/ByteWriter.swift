/// Writes numbers as few bytes.
struct ByteWriter {
    /// What is written so far.
    private(set) var bytes: [UInt8]

    /// Begins with the version of the format.
    init(version: UInt8) { bytes = [version] }

    mutating func write(_ more: [UInt8]) { bytes += more }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow (LEB128).
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Numbers near 0 of either sign become small ones: 0, -1, 1, -2, ...
    mutating func write(signed number: Int64) { write(UInt64(bitPattern: number &<< 1 ^ number &>> 63)) }

    /// Ends with the checksum of all before it, the lowest byte first.
    consuming func finish() -> [UInt8] {
        let checksum = CRC32C.checksum(bytes, count: bytes.count)
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: checksum &>> shift)) }
        return bytes
    }
}
