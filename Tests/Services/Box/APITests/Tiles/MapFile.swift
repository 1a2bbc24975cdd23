import SQLite
import TestSupport

/// A temporary MBTiles file.
struct MapFile {
    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    let path: String
    private let directory: ScratchDirectory
    private let database: Connection

    init(schema: String = Self.schema) throws {
        directory = try ScratchDirectory()
        path = directory.file("map.mbtiles")
        database = try Connection(path, mode: .readWriteCreate)
        try database.execute(schema)
    }

    static let schema = """
        CREATE TABLE metadata(name TEXT, value TEXT);
        CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile ON tiles(zoom_level, tile_column, tile_row);
        """

    func execute(_ sql: String) throws {
        try database.execute(sql)
    }

    /// Inserts a tile with its row counted from the south.
    func put(_ bytes: [UInt8], zoom: Int64, column: Int64, rowFromSouth: Int64) throws {
        let statement = try database.prepare("INSERT INTO tiles VALUES(?, ?, ?, ?)")
        for (index, value) in [zoom, column, rowFromSouth].enumerated() { try statement.bind(value, at: index + 1) }
        try statement.bind(bytes, at: 4)
        try statement.run()
    }

    /// Returns the content of the file.
    func bytes() throws -> [UInt8] {
        try directory.bytes("map.mbtiles")
    }

    func describe(_ values: [(String, String)]) throws {
        let statement = try database.prepare("INSERT INTO metadata VALUES(?, ?)")
        for (name, value) in values {
            try statement.bind(name, at: 1)
            try statement.bind(value, at: 2)
            try statement.run()
        }
    }
}
