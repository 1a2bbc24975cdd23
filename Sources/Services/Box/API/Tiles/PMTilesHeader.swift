/// The header of a PMTiles file, version 3 (specification of Protomaps, chapter 3).
struct PMTilesHeader {
    /// The length in bytes.
    static let length = 127
    /// The first bytes of every version.
    static let signature = Array("PMTiles".utf8)

    /// The compressions of directories and metadata that can be read.
    enum Compression: UInt8 {
        /// The bytes as they are.
        case none = 1
        case gzip
    }

    /// A part of the file: its position and its length in bytes.
    struct Section {
        let start: Int
        let length: Int
    }

    /// The first directory.
    let root: Section
    /// The metadata as JSON.
    let metadata: Section
    /// The other directories.
    let leaves: Section
    let tiles: Section
    /// The compression of directories and metadata.
    let compression: Compression
    let zooms: ClosedRange<Int>
    /// West, south, east and north in ten millionths of a degree.
    let bounds: [Int]

    /// Parses a header.
    ///
    /// - Throws: ``PMTilesError`` for another version or kind of tiles, and for invalid values.
    init(_ bytes: [UInt8]) throws(PMTilesError) {
        guard bytes.count == Self.length, bytes.starts(with: Self.signature) else {
            throw PMTilesError("it is no PMTiles file")
        }
        guard bytes[7] == 3 else { throw PMTilesError("PMTiles of version \(bytes[7]), not 3") }
        guard bytes[99] != 1 else { throw PMTilesError("vector tiles, for which there is no renderer") }
        guard let compression = Compression(rawValue: bytes[97]) else {
            throw PMTilesError("directories in compression \(bytes[97]); gzip and none can be read")
        }
        let sections = (0..<4).compactMap { Self.section(bytes, at: 8 + 16 * $0) }
        guard sections.count == 4, bytes[100] <= bytes[101], bytes[101] <= TileAddress.maxZoom else {
            throw PMTilesError("the header is damaged")
        }
        (root, metadata, leaves, tiles) = (sections[0], sections[1], sections[2], sections[3])
        self.compression = compression
        zooms = Int(bytes[100])...Int(bytes[101])
        bounds = (0..<4).map { Int(Int32(truncatingIfNeeded: Self.number(bytes, at: 102 + 4 * $0, count: 4))) }
    }

    private static func section(_ bytes: [UInt8], at position: Int) -> Section? {
        let (start, length) = (number(bytes, at: position, count: 8), number(bytes, at: position + 8, count: 8))
        // No file system has longer files; sums of such numbers cannot overflow.
        guard start < 1 << 60, length < 1 << 60 else { return nil }
        return Section(start: Int(start), length: Int(length))
    }

    private static func number(_ bytes: [UInt8], at position: Int, count: Int) -> UInt64 {
        bytes[position..<(position + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

struct PMTilesError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
