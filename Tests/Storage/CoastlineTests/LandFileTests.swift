import Linux
import Testing

@testable import Coastline

@Suite struct LandFileTests {
    private func path(_ land: ScratchLand, _ zoom: Int, _ column: Int, _ row: Int) throws -> String {
        let square = try #require(MapSquare(zoom: zoom, column: column, row: row))
        return String(decoding: try LandFile(land.path).path(of: square), as: UTF8.self)
    }

    /// Returns true if the middle of a square is land.
    private func isLand(_ land: ScratchLand, _ zoom: Int, _ column: Int, _ row: Int) throws -> Bool {
        try path(land, zoom, column, row).split(separator: "Z").count { ring in
            let numbers = ring.dropFirst().split(separator: " ").compactMap { Int($0) }
            let points = stride(from: 0, to: numbers.count - 1, by: 2).map { (x: numbers[$0], y: numbers[$0 + 1]) }
            return zip(points, points.dropFirst() + points.prefix(1)).count { from, to in
                (from.y > 512) != (to.y > 512)
                    && 512 < (to.x - from.x) * (512 - from.y) / (to.y - from.y) + from.x
            } % 2 == 1
        } % 2 == 1
    }

    @Test("a bin of land covers its part of the map and nothing else")
    func wholeBin() throws {
        // Bins of 90 degrees: the first is north of the equator, from Greenwich eastwards.
        let land = try ScratchLand([(5400, 1000, [0: [ScratchLand.whole]])])
        #expect(try isLand(land, 2, 2, 1))
        #expect(try !isLand(land, 2, 1, 1), "west of Greenwich")
        #expect(try !isLand(land, 2, 2, 2), "south of the equator")
        #expect(try !isLand(land, 2, 3, 1), "beyond 90 degrees east")
        #expect(try path(land, 2, 0, 1) == "", "far away")
    }

    @Test("the points of a ring are where the projection has them")
    func projection() throws {
        let ring = [BinPoint(x: 0, y: 0), BinPoint(x: 32768, y: 0), BinPoint(x: 0, y: 32768)]
        let land = try ScratchLand([(5400, 1000, [0: [ring]])])
        // 45 degrees north is at 0.3597 of the height of the world, 45 degrees east at 0.625 of the width.
        #expect(try path(land, 0, 0, 0) == "M512 512 640 512 512 368Z")
    }

    @Test("land on both sides of the antimeridian is on the squares at both edges of the map")
    func antimeridian() throws {
        // Of 36 columns of 10 degrees, the 18th begins at the antimeridian and the 17th ends there; row 8 is on the equator.
        let land = try ScratchLand([(600, 1000, [8 * 36 + 18: [ScratchLand.whole], 8 * 36 + 17: [ScratchLand.whole]])])
        #expect(try isLand(land, 5, 0, 15))
        #expect(try isLand(land, 5, 31, 15))
        #expect(try path(land, 5, 1, 15) == "")
    }

    @Test("the squares at the poles are read")
    func poles() throws {
        let land = try ScratchLand([(600, 1000, [0: [ScratchLand.whole], 17 * 36: [ScratchLand.whole]])])
        #expect(try isLand(land, 6, 32, 0))
        #expect(try isLand(land, 6, 32, 63))
    }

    @Test("the coarsest outlines that are good enough are shown, and the finest on every larger map")
    func levels() throws {
        let land = try ScratchLand([(5400, 25_000, [:]), (600, 1000, [:])])
        let file = try LandFile(land.path)
        let chosen = try (0...20).map { zoom in
            file.level(for: try #require(MapSquare(zoom: zoom, column: 0, row: 0))).tolerance
        }
        #expect(chosen == Array(repeating: 25_000, count: 4) + Array(repeating: 1000, count: 17))
        #expect(file.tolerance == 1000)
    }

    @Test("a file that is no file of outlines is refused with its path")
    func otherFile() throws {
        for bytes in [[], Array("WIMLAND1".utf8), Array(repeating: 7, count: 100)] as [[UInt8]] {
            let land = try ScratchLand(bytes: bytes)
            #expect(throws: SystemError.self) { try LandFile(land.path) }
        }
        #expect(throws: SystemError.self) { try LandFile("/nowhere/land") }
    }

    @Test("a file that is cut anywhere is an error or a map, never more")
    func truncated() throws {
        let bytes = ScratchLand.bytes([(10_800, 1000, [0: [ScratchLand.whole], 1: [ScratchLand.whole]])])
        for length in 0..<bytes.count {
            let land = try ScratchLand(bytes: Array(bytes.prefix(length)))
            #expect(throws: (any Error).self) { try path(land, 0, 0, 0) }
        }
        #expect(try path(ScratchLand(bytes: bytes), 0, 0, 0).hasPrefix("M"))
    }

    @Test("a file with any byte changed is an error or a map, never more")
    func changed() throws {
        let bytes = ScratchLand.bytes([(10_800, 1000, [0: [ScratchLand.whole], 1: [ScratchLand.whole]])])
        for position in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var other = bytes
                other[position] = value
                let land = try ScratchLand(bytes: other)
                _ = try? path(land, 0, 0, 0)
                _ = try? path(land, 20, 1 << 19, 1 << 19)
            }
        }
    }

    @Test("a ring beyond its bin is damage", arguments: [BinPoint(x: 65536, y: 0), BinPoint(x: 0, y: -1)])
    func beyond(point: BinPoint) throws {
        let land = try ScratchLand([(10_800, 1000, [0: [[BinPoint(x: 0, y: 0), BinPoint(x: 9, y: 9), point]]])])
        #expect(throws: LandError.damaged) { try path(land, 0, 0, 0) }
    }

    @Test("there is no square beyond the map", arguments: [(-1, 0, 0), (21, 0, 0), (0, 1, 0), (3, -1, 0), (3, 0, 8)])
    func noSquare(zoom: Int, column: Int, row: Int) {
        #expect(MapSquare(zoom: zoom, column: column, row: row) == nil)
    }
}
