/// Writes numbers in few bytes.
struct ByteWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8]

    /// Begins with the version of the format.
    init(version: UInt8) { bytes = [version] }

    mutating func write(_ more: [UInt8]) { bytes += more }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    /// Seven bits per byte, lowest first; the highest bit marks that more follow (LEB128).
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Maps numbers near 0 of either sign to small ones (zigzag): 0, -1, 1, -2 and so on.
    mutating func write(signed number: Int64) { write(UInt64(bitPattern: number &<< 1 ^ number &>> 63)) }

    /// Appends the checksum of all bytes, low byte first.
    consuming func finish() -> [UInt8] {
        let checksum = CRC32C.checksum(bytes, count: bytes.count)
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: checksum &>> shift)) }
        return bytes
    }
}

/// Reads the output of ``ByteWriter``, and validates everything.
struct ByteReader {
    private static let checksumLength = 4

    private let bytes: [UInt8]
    /// The index of the checksum.
    let end: Int
    /// The index of the next byte.
    private(set) var position = 1

    /// Checks the checksum and the version, of which there may be several.
    init(_ bytes: [UInt8], version: UInt8, to newest: UInt8? = nil) throws(SegmentError) {
        guard bytes.count > Self.checksumLength else { throw .damaged }
        self.bytes = bytes
        end = bytes.count - Self.checksumLength
        let stored = bytes[end...].reversed().reduce(0 as UInt32) { $0 &<< 8 | UInt32($1) }
        guard stored == CRC32C.checksum(bytes, count: end) else { throw .damaged }
        guard bytes[0] >= version, bytes[0] <= newest ?? version else { throw .unknownVersion(bytes[0]) }
    }

    /// Reads the beginning of a byte string, and checks the version only.
    init(beginning bytes: [UInt8], version: UInt8, to newest: UInt8) throws(SegmentError) {
        self.bytes = bytes
        end = bytes.count
        guard let first = bytes.first else { throw .damaged }
        guard (version...newest).contains(first) else { throw .unknownVersion(first) }
    }

    mutating func byte(_ part: String) throws(SegmentError) -> UInt8 {
        guard position < end else { throw .malformed(part) }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number(_ part: String) throws(SegmentError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
            let byte = try byte(part)
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits < 2 else { throw .malformed(part) }
            number |= bits &<< shift
            if byte < 0x80 { return number }
        }
        throw .malformed(part)
    }

    mutating func signed(_ part: String) throws(SegmentError) -> Int64 {
        let number = try number(part)
        return Int64(bitPattern: number &>> 1) ^ (0 &- Int64(bitPattern: number & 1))
    }

    /// Reads an unsigned number within a range.
    mutating func number(_ part: String, in range: ClosedRange<Int64>) throws(SegmentError) -> Int64 {
        guard let number = Int64(exactly: try number(part)), range.contains(number) else { throw .malformed(part) }
        return number
    }

    mutating func signed(_ part: String, in range: ClosedRange<Int64>) throws(SegmentError) -> Int64 {
        let number = try signed(part)
        guard range.contains(number) else { throw .malformed(part) }
        return number
    }
}
