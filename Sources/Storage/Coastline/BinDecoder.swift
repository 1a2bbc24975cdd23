/// A point in a bin: each coordinate in 65535ths of its size, from the south-western corner.
struct BinPoint: Hashable, Sendable {
    /// Eastwards.
    var x: Int
    /// Northwards.
    var y: Int
}

/// Decodes the rings of a bin, which may be anything until then.
struct BinDecoder {
    /// The number of parts into which a bin is divided on each axis.
    static let side = 65535

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Returns the next ring, of at least three points; nil at the end.
    ///
    /// - Throws: ``LandError/damaged`` for anything but rings within the bin.
    mutating func next() throws(LandError) -> [BinPoint]? {
        guard !bytes.isEmpty else { return nil }
        // A point takes at least two bytes.
        guard let count = number(), count >= 3, count <= bytes.count / 2 else { throw .damaged }
        var ring: [BinPoint] = []
        ring.reserveCapacity(count)
        var point = BinPoint(x: 0, y: 0)
        for _ in 0..<count {
            guard let x = step(), let y = step() else { throw .damaged }
            point = BinPoint(x: point.x + x, y: point.y + y)
            guard (0...Self.side).contains(point.x), (0...Self.side).contains(point.y) else { throw .damaged }
            ring.append(point)
        }
        return ring
    }

    private mutating func step() -> Int? {
        number().map { $0 & 1 == 0 ? $0 >> 1 : -(($0 + 1) >> 1) }
    }

    /// Returns an integer of at most four groups of seven bits, the lowest first.
    private mutating func number() -> Int? {
        var value = 0
        for shift in stride(from: 0, through: 21, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
