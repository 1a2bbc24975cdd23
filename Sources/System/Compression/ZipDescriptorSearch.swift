/// Finds the end of a stored file in a zip archive whose length follows it, as in an archive that was written to a pipe.
///
/// The directory at the end of the archive has the length too, but a pipe has no end to begin with. The sums that follow
/// the file (APPNOTE.TXT, 4.3.9) are found by their signature; they are those of the file if they have its length and its
/// checksum, which no other bytes have but by intent.
struct ZipDescriptorSearch {
    private static let signature: [UInt8] = [0x50, 0x4B, 7, 8]
    /// Bytes of the layout with 64 bits.
    private static let maxSize = 24

    /// The last bytes, which may be the beginning of the sums.
    private var held: [UInt8] = []
    private var sum = CRC32()
    /// The bytes of the file before those that are held.
    private var length: UInt64 = 0

    /// The end of a piece.
    enum Result {
        /// More of the file may follow.
        case unfinished
        /// The file has ended; what follows its sums is left.
        case ended(checksum: UInt32, length: UInt64, rest: [UInt8])
    }

    /// Reads a piece and passes the bytes of the file on.
    mutating func read(
        _ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws(UnpackError) -> Void
    ) throws(UnpackError) -> Result {
        var data = held
        for index in bytes.indices { data.append(bytes[index]) }
        var start = 0
        for index in data.indices.dropLast(Self.maxSize - 1) where data[index] == 0x50 && isSignature(data, at: index) {
            let width = [8, 4].first { isLength(data, at: index + 8, width: $0, start: start, index) }
            guard let width else { continue }
            try pass(data.span.extracting(start..<index), receive)
            start = index
            if number(data, at: index + 4, width: 4) == UInt64(sum.value) {
                let rest = Array(data.dropFirst(index + 8 + 2 * width))
                held = []
                return .ended(checksum: sum.value, length: length, rest: rest)
            }
        }
        let end = max(start, data.count - Self.maxSize + 1)
        try pass(data.span.extracting(start..<end), receive)
        held = Array(data.dropFirst(end))
        return .unfinished
    }

    private func isSignature(_ data: [UInt8], at index: Int) -> Bool {
        data[index + 1] == Self.signature[1] && data[index + 2] == 7 && data[index + 3] == 8
    }

    /// Returns true if both lengths, packed and unpacked, are that of the file if it ends at an index.
    private func isLength(_ data: [UInt8], at place: Int, width: Int, start: Int, _ index: Int) -> Bool {
        let expected = length + UInt64(index - start)
        return number(data, at: place, width: width) == expected
            && number(data, at: place + width, width: width) == expected
    }

    private func number(_ data: [UInt8], at place: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { $0 | UInt64(data[place + $1]) << UInt64(8 * $1) }
    }

    private mutating func pass(
        _ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws(UnpackError) -> Void
    ) throws(UnpackError) {
        guard !bytes.isEmpty else { return }
        sum.add(bytes)
        length += UInt64(bytes.count)
        try receive(bytes)
    }
}
