import Compression
import TestSupport
import Testing

@testable import API

@Suite struct PMTilesTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func open(_ bytes: [UInt8]) throws -> any TileArchive {
        try directory.write("map.pmtiles", bytes)
        return try TileArchives.open(directory.file("map.pmtiles"))
    }

    private func tile(_ map: any TileArchive, _ zoom: Int, _ column: Int, _ row: Int) throws -> [UInt8]? {
        try map.tile(try #require(TileAddress(zoom: zoom, column: column, row: row)))?.bytes
    }

    /// The examples of the specification, and some of Protomaps' own tests.
    @Test(
        "tiles are numbered along the Hilbert curve",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479),
        ])
    func numbers(zoom: Int, column: Int, row: Int, number: UInt64) throws {
        #expect(try #require(TileAddress(zoom: zoom, column: column, row: row)).numberInPMTiles == number)
    }

    @Test("every tile of a zoom has a number of its own, and neighbours on the curve are neighbours on the map")
    func curve() throws {
        let tiles = (0..<16).flatMap { x in (0..<16).compactMap { TileAddress(zoom: 4, column: x, row: $0) } }
            .sorted { $0.numberInPMTiles < $1.numberInPMTiles }
        #expect(tiles.map(\.numberInPMTiles) == Array(85..<341))
        for (one, next) in zip(tiles, tiles.dropFirst()) {
            #expect(abs(one.column - next.column) + abs(one.row - next.row) == 1)
        }
    }

    @Test("a tile, a run of equal tiles and the tiles of a further directory are found", arguments: [false, true])
    func found(isPacked: Bool) throws {
        let map = try open(ScratchPMTiles(isPacked: isPacked).bytes)
        #expect(try tile(map, 0, 0, 0) == ScratchPMTiles.first)
        #expect(try tile(map, 1, 0, 0) == ScratchPMTiles.second && tile(map, 1, 0, 1) == ScratchPMTiles.second)
        #expect(try tile(map, 1, 1, 1) == nil, "after the run")
        #expect(try tile(map, 2, 0, 0) == ScratchPMTiles.first, "in the further directory")
        #expect(try tile(map, 2, 3, 3) == nil && tile(map, 3, 0, 0) == nil)
    }

    @Test("the metadata are those of the header and of its JSON")
    func metadata() throws {
        let metadata = try open(ScratchPMTiles(isPacked: true).bytes).metadata
        #expect((metadata.name, metadata.attribution) == ("Chart", "© Somebody"))
        #expect((metadata.minZoom, metadata.maxZoom) == (0, 2))
        #expect(metadata.bounds == TileBounds("-10.5,-20,30,40"))
    }

    @Test("a text of the metadata that is longer than in MBTiles is left out, however many tags it begins")
    func longText() throws {
        let text = String(repeating: "<", count: 4_000_000)
        let metadata = #"{"name":"Chart","attribution":"\#(text)"}"#
        let map = try open(ScratchPMTiles(isPacked: true, metadata: metadata).bytes)
        #expect(map.metadata.name == "Chart" && map.metadata.attribution == nil)
    }

    @Test("vector tiles, other versions and unknown compressions are refused with the reason")
    func refused() throws {
        for (position, value, reason) in [(99, 1, "vector tiles"), (7, 2, "version 2"), (97, 3, "compression 3")] {
            var bytes = ScratchPMTiles(isPacked: false).bytes
            bytes[position] = UInt8(value)
            let error = #expect(throws: TileError.self) { try open(bytes) }
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
    }

    @Test("a file that is cut anywhere is an error or a map without some tiles", arguments: [false, true])
    func truncated(isPacked: Bool) throws {
        let bytes = ScratchPMTiles(isPacked: isPacked).bytes
        for length in 0..<bytes.count {
            guard let map = try? open(Array(bytes.prefix(length))) else { continue }
            for zoom in 0...2 { _ = try? tile(map, zoom, 0, 0) }
        }
    }

    @Test("a file with any byte changed is an error or a map", arguments: [false, true])
    func changed(isPacked: Bool) throws {
        let bytes = ScratchPMTiles(isPacked: isPacked).bytes
        for position in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var other = bytes
                other[position] = value
                guard let map = try? open(other) else { continue }
                for zoom in 0...2 { _ = try? tile(map, zoom, 0, 0) }
            }
        }
    }

    @Test("the directories of the last tile are kept, of each depth, and so are not read again")
    func kept() throws {
        let file = ScratchPMTiles(isPacked: false, leaf: [(5, 0, 5, 6)], inner: [(5, 1, ScratchPMTiles.first.count, 1)])
        let map = try open(file.bytes)
        #expect(try tile(map, 2, 0, 0) == ScratchPMTiles.first)
        // In place, so that the open file has them.
        var damaged = file.bytes
        for index in 0..<10 { damaged[file.leaves + index] = 0xFF }
        try directory.write("map.pmtiles", damaged)
        #expect(try tile(map, 2, 0, 0) == ScratchPMTiles.first)
        #expect(throws: TileError.self) { try tile(PMTiles(directory.file("map.pmtiles")), 2, 0, 0) }
    }

    @Test("a directory below the root is of at most a megabyte", arguments: [false, true])
    func large(isPacked: Bool) throws {
        let one = (5, 1, ScratchPMTiles.first.count, 1)
        let entries = { (count: Int) in [one] + (1..<count).map { (5 + $0, 1, 1, 1) } }
        let small = try open(ScratchPMTiles(isPacked: isPacked, leaf: entries(250_000)).bytes)
        #expect(try tile(small, 2, 0, 0) == ScratchPMTiles.first)
        let large = try open(ScratchPMTiles(isPacked: isPacked, leaf: entries(270_000)).bytes)
        #expect(throws: TileError.self) { try tile(large, 2, 0, 0) }
    }

    @Test("a directory that leads to itself ends")
    func endless() throws {
        let map = try open(ScratchPMTiles(isPacked: false, leaf: [(5, 0, 5, 1)]).bytes)
        #expect(throws: TileError.self) { try tile(map, 2, 0, 0) }
    }
}

/// A small PMTiles file.
struct ScratchPMTiles {
    static let first = MapFile.picture
    static let second = MapFile.picture + [9, 9]

    let bytes: [UInt8]
    /// The position of the further directories.
    let leaves: Int

    /// - Parameters:
    ///   - isPacked: true for directories and metadata in gzip.
    ///   - leaf: the entries of the further directory: number, run, length, offset plus one.
    ///   - inner: those of one below it; none without entries.
    ///   - metadata: the JSON.
    init(
        isPacked: Bool, leaf: [(Int, Int, Int, Int)] = [(5, 1, first.count, 1)], inner: [(Int, Int, Int, Int)] = [],
        metadata: String = #"{"name":"Chart","attribution":"&copy; <b>Somebody</b>"}"#
    ) {
        let pack = { (bytes: [UInt8]) in isPacked ? Gzip.compress(bytes) : bytes }
        let leaf = pack(Self.directory(leaf))
        let leaves = leaf + (inner.isEmpty ? [] : pack(Self.directory(inner)))
        let root = pack(
            Self.directory([(0, 1, Self.first.count, 1), (1, 2, Self.second.count, 0), (5, 0, leaf.count, 1)]))
        let metadata = pack(Array(metadata.utf8))
        let tiles = Self.first + Self.second
        var header = Array("PMTiles".utf8) + [3]
        var position = 127
        for section in [root, metadata, leaves, tiles] {
            header += Self.number(position, 8) + Self.number(section.count, 8)
            position += section.count
        }
        header += [UInt8](repeating: 0, count: 24) + [1, isPacked ? 2 : 1, 1, 2, 0, 2]
        for degrees in [-10.5, -20, 30, 40] { header += Self.number(Int(degrees * 1e7), 4) }
        header += [UInt8](repeating: 0, count: 127 - header.count)
        self.leaves = 127 + root.count + metadata.count
        bytes = header + root + metadata + leaves + tiles
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func directory(_ entries: [(Int, Int, Int, Int)]) -> [UInt8] {
        let steps = zip(entries.map(\.0), [0] + entries.map(\.0)).map { $0 - $1 }
        return [[entries.count], steps, entries.map(\.1), entries.map(\.2), entries.map(\.3)].joined().flatMap(varint)
    }

    private static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }
}
