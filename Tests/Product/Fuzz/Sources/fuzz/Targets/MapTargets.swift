import API
import Coastline
import Linux

/// Opens the input as a map in one file (PMTiles), and reads its metadata and some tiles.
struct PMTilesTarget: FuzzTarget {
    private let directory: FuzzDirectory

    init() throws(SystemError) { directory = try FuzzDirectory() }

    func run(_ input: [UInt8]) {
        directory.write("map.pmtiles", input)
        guard let map = try? TileArchives.open(directory.file("map.pmtiles")) else { return }
        _ = map.metadata.attribution
        for (zoom, column, row) in [(0, 0, 0), (1, 1, 0), (2, 0, 0), (30, 5, 7)] {
            guard let address = TileAddress(zoom: zoom, column: column, row: row) else { continue }
            _ = try? map.tile(address)
        }
    }
}

/// Opens the input as outlines of land, and draws some squares.
struct LandTarget: FuzzTarget {
    private let directory: FuzzDirectory

    init() throws(SystemError) { directory = try FuzzDirectory() }

    func run(_ input: [UInt8]) {
        directory.write("land", input)
        guard let land = try? LandFile(directory.file("land")) else { return }
        for (zoom, column, row) in [(0, 0, 0), (2, 2, 1), (9, 300, 170), (20, 600_000, 300_000)] {
            guard let square = MapSquare(zoom: zoom, column: column, row: row) else { continue }
            _ = try? land.path(of: square)
        }
    }
}
