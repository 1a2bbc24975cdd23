/// The header of a file in a zip archive (APPNOTE.TXT, 4.3.7).
struct ZipHeader {
    /// Bytes after the signature, before the name.
    static let size = 26

    private(set) var name = ""
    /// Bytes; 0 if they follow the file.
    private(set) var packedSize: UInt64 = 0
    private var unpackedSize: UInt64 = 0
    private var checksum: UInt32 = 0
    private var flags: UInt16 = 0
    private var method: UInt16 = 0
    private var nameSize = 0
    private var extraSize = 0

    init() {}

    /// Parses the bytes after the signature.
    init(_ bytes: [UInt8]) {
        flags = UInt16(bytes.number(2, at: 2))
        method = UInt16(bytes.number(2, at: 4))
        checksum = UInt32(bytes.number(4, at: 10))
        packedSize = bytes.number(4, at: 14)
        unpackedSize = bytes.number(4, at: 18)
        nameSize = Int(bytes.number(2, at: 22))
        extraSize = Int(bytes.number(2, at: 24))
    }

    /// The bytes of the name and the extra fields.
    var namesSize: Int { nameSize + extraSize }
    var isDeflated: Bool { method == 8 }
    /// True if the sums follow the file.
    var hasDescriptor: Bool { flags & 8 != 0 }
    /// True for a file that is not compressed and whose length follows it.
    var isUnbounded: Bool { !isDeflated && hasDescriptor && !isDirectory }
    /// True for a directory, which is not a file.
    var isDirectory: Bool { name.utf8.last == UInt8(ascii: "/") }

    /// Sets the name, and sizes of 64 bits if there are any.
    mutating func setNames(_ bytes: [UInt8]) {
        name = String(decoding: bytes.prefix(nameSize), as: UTF8.self)
        var start = nameSize
        while start + 4 <= bytes.count {
            let (tag, size) = (bytes.number(2, at: start), Int(bytes.number(2, at: start + 2)))
            start += 4
            if tag == 1 { setLongSizes(bytes, from: start, to: min(start + size, bytes.count)) }
            start += size
        }
    }

    /// Sets the sizes that are too large for the header (APPNOTE.TXT, 4.5.3).
    private mutating func setLongSizes(_ bytes: [UInt8], from start: Int, to end: Int) {
        var start = start
        if unpackedSize == UInt32.max, start + 8 <= end {
            unpackedSize = bytes.number(8, at: start)
            start += 8
        }
        if packedSize == UInt32.max, start + 8 <= end { packedSize = bytes.number(8, at: start) }
    }

    /// Rejects files that cannot be read.
    func check() throws(UnpackError) {
        guard flags & 1 == 0 else { throw .encrypted(name: name) }
        guard method == 0 || isDeflated else { throw .unsupportedMethod(name: name) }
    }

    /// Sets the sums that followed the file.
    mutating func set(checksum: UInt32, packed: UInt64, unpacked: UInt64) {
        (self.checksum, packedSize, unpackedSize) = (checksum, packed, unpacked)
    }

    /// True if the sums are those of the header.
    func matches(checksum: UInt32, packed: UInt64, unpacked: UInt64) -> Bool {
        self.checksum == checksum && packedSize == packed && unpackedSize == unpacked
    }
}

/// The sums after a file in a zip archive (APPNOTE.TXT, 4.3.9).
struct ZipDescriptor {
    /// The longest layout and the others, in bytes.
    static let sizes = [24, 20, 16, 12]
    private static let signature: [UInt8] = [0x50, 0x4B, 7, 8]

    private let checksum: UInt32
    private let packed: UInt64
    private let unpacked: UInt64

    init(checksum: UInt32, packed: UInt64, unpacked: UInt64) {
        (self.checksum, self.packed, self.unpacked) = (checksum, packed, unpacked)
    }

    /// Returns the size of the layout with which bytes begin; nil if none has these sums.
    func size(in bytes: [UInt8]) -> Int? {
        let hasSignature = bytes.starts(with: Self.signature)
        return Self.sizes.first { size in
            let isSigned = size == 24 || size == 16
            guard isSigned == hasSignature || !isSigned else { return false }
            let start = isSigned ? 4 : 0
            let width = size - start == 20 ? 8 : 4
            return bytes.number(4, at: start) == UInt64(checksum)
                && bytes.number(width, at: start + 4) == packed
                && bytes.number(width, at: start + 4 + width) == unpacked
        }
    }
}

extension [UInt8] {
    /// Returns a number of up to eight bytes, the lowest first; bytes beyond the end are 0.
    fileprivate func number(_ size: Int, at start: Int) -> UInt64 {
        (0..<size).reduce(0) { sum, index in
            guard indices.contains(start + index) else { return sum }
            return sum | UInt64(self[start + index]) << UInt64(8 * index)
        }
    }
}
