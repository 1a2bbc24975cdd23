/// A directory of a PMTiles file: where tiles and further directories lie, by the numbers of tiles.
struct PMTilesDirectory: Sendable {
    /// The maximum number of entries; writers make leaves of some thousand.
    static let maxEntries = 1 << 20

    private struct Entry {
        var first: UInt64 = 0
        var run = 0
        var length = 0
        var position = 0
    }

    /// The entry of a tile in a directory.
    enum Match: Hashable {
        /// The tile has this position, relative to that of the tiles, and length in bytes.
        case tile(position: Int, length: Int)
        /// A further directory knows, at this position, relative to that of the leaves, and length in bytes.
        case leaf(position: Int, length: Int)
    }

    private let entries: [Entry]

    /// Parses a directory: the columns of its entries, one after the other.
    init(_ bytes: [UInt8]) throws(PMTilesError) {
        var reader = VarintReader(bytes: bytes[...])
        // An entry takes at least four bytes.
        let count = try reader.next(below: UInt64(min(bytes.count / 4, Self.maxEntries) + 1))
        var entries = [Entry](repeating: Entry(), count: Int(count))
        var last: UInt64 = 0
        for index in entries.indices {
            let (sum, isTooLarge) = last.addingReportingOverflow(try reader.next(below: .max))
            guard !isTooLarge else { throw PMTilesError("a directory is damaged") }
            entries[index].first = sum
            last = sum
        }
        for index in entries.indices { entries[index].run = Int(try reader.next(below: 1 << 60)) }
        for index in entries.indices { entries[index].length = Int(try reader.next(below: 1 << 32)) }
        for index in entries.indices {
            let value = Int(try reader.next(below: 1 << 60))
            guard value > 0 || index > 0 else { throw PMTilesError("a directory is damaged") }
            // Zero stands for the end of the entry before.
            entries[index].position =
                value > 0 ? value - 1 : entries[index - 1].position + entries[index - 1].length
        }
        self.entries = entries
    }

    /// Returns what the directory says of a tile; nil if it has none.
    func find(_ tile: UInt64) -> Match? {
        var range = entries.startIndex..<entries.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = entries[middle].first <= tile ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        guard range.lowerBound > 0 else { return nil }
        let entry = entries[range.lowerBound - 1]
        if entry.run == 0 { return .leaf(position: entry.position, length: entry.length) }
        guard tile - entry.first < UInt64(entry.run) else { return nil }
        return .tile(position: entry.position, length: entry.length)
    }
}

/// Reads integers in groups of seven bits, the lowest first, as in Protocol Buffers.
private struct VarintReader {
    var bytes: ArraySlice<UInt8>

    mutating func next(below limit: UInt64) throws(PMTilesError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = bytes.popFirst() else { break }
            value |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 == 0 else { continue }
            guard value < limit else { break }
            return value
        }
        throw PMTilesError("a directory is damaged")
    }
}

extension TileAddress {
    /// The number of the tile in PMTiles: along a Hilbert curve in each zoom, after all tiles of the zooms before.
    var numberInPMTiles: UInt64 {
        // 4^0 + 4^1 + ... + 4^(zoom - 1)
        var number = ((UInt64(1) << (2 * UInt64(zoom))) - 1) / 3
        let side = 1 << zoom
        var (x, y) = (column, row)
        var half = side / 2
        while half > 0 {
            let (right, down) = (x & half > 0, y & half > 0)
            number += UInt64(half) * UInt64(half) * (down ? (right ? 2 : 1) : (right ? 3 : 0))
            if !down {
                if right { (x, y) = (side - 1 - x, side - 1 - y) }
                (x, y) = (y, x)
            }
            half /= 2
        }
        return number
    }
}
