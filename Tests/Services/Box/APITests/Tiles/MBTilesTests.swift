import API
import Glibc
import TestSupport
import Testing

struct MBTilesTests {
    private func tile(_ map: MBTiles, zoom: Int, column: Int, row: Int) throws -> Tile? {
        try map.tile(try #require(TileAddress(zoom: zoom, column: column, row: row)))
    }

    @Test("a tile has its web map address, though the file counts rows from the south")
    func rowsFromTheSouth() throws {
        let file = try MapFile()
        try file.put(MapFile.picture, zoom: 2, column: 1, rowFromSouth: 3)
        let map = try MBTiles(file.path)
        #expect(try tile(map, zoom: 2, column: 1, row: 0)?.bytes == MapFile.picture)
        #expect(try tile(map, zoom: 2, column: 1, row: 0)?.type == .png)
        #expect(try tile(map, zoom: 2, column: 1, row: 3) == nil)
        #expect(try tile(map, zoom: 3, column: 1, row: 0) == nil)
    }

    static let pictures: [(String, [UInt8], TileType?)] = [
        ("PNG", MapFile.picture, .png), ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0], .jpeg),
        ("WebP", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8), .webp),
        ("a wave file", Array("RIFF\u{10}\0\0\0WAVEfmt ".utf8), nil),
        ("a compressed vector tile", [0x1F, 0x8B, 8, 0], nil), ("a page", Array("<html>".utf8), nil),
        ("SVG, which may hold scripts", Array("<svg/>".utf8), nil), ("nothing", [], nil),
        ("a cut signature", [0x89, 0x50], nil),
    ]

    @Test("the format of a tile is detected from its bytes", arguments: pictures)
    func detectsType(name: String, bytes: [UInt8], type: TileType?) throws {
        let file = try MapFile()
        try file.put(bytes, zoom: 0, column: 0, rowFromSouth: 0)
        let found = try tile(try MBTiles(file.path), zoom: 0, column: 0, row: 0)
        #expect(found?.type == type, "\(name)")
        #expect(found?.type.mediaType == type.map { "image/\($0)" })
    }

    @Test("a tile above the size limit is ignored, and one at the limit is served")
    func largestTile() throws {
        let file = try MapFile()
        let largest = MapFile.picture + [UInt8](repeating: 0, count: MBTiles.maxTileSize - MapFile.picture.count)
        try file.put(largest, zoom: 1, column: 0, rowFromSouth: 1)
        try file.put(largest + [0], zoom: 1, column: 1, rowFromSouth: 1)
        try file.execute("INSERT INTO tiles VALUES(1, 0, 0, zeroblob(900000000))")
        let map = try MBTiles(file.path)
        #expect(try tile(map, zoom: 1, column: 0, row: 0)?.bytes.count == MBTiles.maxTileSize)
        #expect(try tile(map, zoom: 1, column: 1, row: 0) == nil)
        #expect(try tile(map, zoom: 1, column: 0, row: 1) == nil)
    }

    @Test("a tile of another type is ignored", arguments: ["'text'", "17", "NULL", "1.5"])
    func wrongTypes(value: String) throws {
        let file = try MapFile()
        try file.execute("INSERT INTO tiles VALUES(0, 0, 0, \(value))")
        #expect(try tile(try MBTiles(file.path), zoom: 0, column: 0, row: 0) == nil)
    }

    @Test("tiles may be a view, as most programs write them")
    func view() throws {
        let file = try MapFile(
            schema: """
                CREATE TABLE metadata(name TEXT, value TEXT);
                CREATE TABLE map(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
                CREATE TABLE images(tile_id TEXT, tile_data BLOB);
                CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING(tile_id);
                INSERT INTO map VALUES(5, 3, 4, 'sea');
                INSERT INTO images VALUES('sea', x'FFD8FF00');
                """)
        let map = try MBTiles(file.path)
        #expect(try tile(map, zoom: 5, column: 3, row: 27)?.type == .jpeg)
        #expect(map.metadata.minZoom == 5 && map.metadata.maxZoom == 5)
    }

    @Test(
        "an endless view, or one of endless values, is refused before it is evaluated",
        arguments: ["x, 0, 0, x'89504E470D0A1A0A'", "0, 0, 0, hex(zeroblob(500000000))"])
    func endless(columns: String) throws {
        let names = zip(["zoom_level", "tile_column", "tile_row", "tile_data"], columns.split(separator: ", "))
        let list = names.map { "\($1) AS \($0)" }.joined(separator: ", ")
        let file = try MapFile(
            schema: """
                CREATE TABLE metadata(name TEXT, value TEXT);
                CREATE VIEW tiles AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT \(list) FROM c;
                """)
        #expect(throws: TileError.self) { try MBTiles(file.path) }
    }

    @Test("a view that reads the same tiles again and again is aborted")
    func expensive() throws {
        let file = try MapFile(
            schema: """
                CREATE TABLE metadata(name TEXT, value TEXT);
                CREATE TABLE n(x);
                CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, a.x || b.x || c.x || d.x AS tile_data
                    FROM n a, n b, n c, n d, n e;
                """)
        try file.execute(
            "INSERT INTO n WITH RECURSIVE c(x) AS (SELECT 100 UNION ALL SELECT x + 1 FROM c LIMIT 200) SELECT x FROM c")
        let map = try MBTiles(file.path)
        let error = #expect(throws: TileError.self) { try tile(map, zoom: 0, column: 0, row: 0) }
        #expect(error?.reason == "interrupted")
    }

    private static let columns = "zoom_level, tile_column, tile_row, tile_data"
    private static let instr = "instr(zeroblob(1500000), zeroblob(700000) || x'01')"

    /// Files of which a single step, or compiling a query, could take hours.
    static let attacks: [(String, String)] = [
        (
            "a function in the tiles",
            "CREATE TABLE metadata(name, value); CREATE VIEW tiles AS SELECT \(instr) AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'89' AS tile_data"
        ),
        (
            "a function in the metadata",
            "CREATE TABLE tiles(\(columns)); CREATE VIEW metadata AS SELECT 'name' AS name, \(instr) AS value"
        ),
        (
            "a function in a view of the metadata's view",
            "CREATE TABLE tiles(\(columns)); CREATE VIEW v AS SELECT \(instr) AS i; CREATE VIEW metadata AS SELECT 'name' AS name, i AS value FROM v"
        ),
        (
            "a generated column",
            "CREATE TABLE tiles(\(columns)); CREATE TABLE metadata(name, a, value AS (instr(a, a)))"
        ),
        (
            "a stored column",
            "CREATE TABLE metadata(name, value); CREATE TABLE tiles(zoom_level, tile_column, tile_row, a, tile_data AS (hex(a)) STORED)"
        ),
        (
            "a generated column of a table whose name has capital letters of SQLite's own",
            "CREATE TABLE metadata(name, value); CREATE TABLE \"Ä\"(zoom_level, tile_column, tile_row, a, tile_data AS (instr(a, a))); CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM \"Ä\""
        ),
        (
            "a generated column of a table named with the Kelvin sign",
            "CREATE TABLE metadata(name, value); CREATE TABLE \"\u{212A}\"(zoom_level, tile_column, tile_row, a, tile_data AS (instr(a, a))); CREATE TABLE k(a); CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM \"\u{212A}\""
        ),
        (
            "a generated column in the statistics",
            "CREATE TABLE metadata(name, value); CREATE TABLE tiles(\(columns)); CREATE INDEX i ON tiles(zoom_level); INSERT INTO tiles VALUES(0, 0, 0, x'89'); ANALYZE; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl, idx, stat AS (instr(tbl, tbl)))' WHERE name = 'sqlite_stat1'"
        ),
        (
            "views of another type",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns)); CREATE VIEW v AS SELECT * FROM t; CREATE VIEW tiles AS SELECT * FROM v; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'VIEW' WHERE name = 'v'"
        ),
        (
            "views of views",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns));"
                + (1...30).map {
                    "CREATE VIEW v\($0) AS SELECT a.* FROM \($0 == 1 ? "t" : "v\($0 - 1)") a, \($0 == 1 ? "t" : "V\($0 - 1)") b;"
                }.joined() + "CREATE VIEW tiles AS SELECT * FROM v30"
        ),
        (
            "a quoted view",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns)); CREATE VIEW \"a\"\"b\" AS SELECT * FROM t; CREATE VIEW tiles AS SELECT * FROM \"a\"\"b\""
        ),
        (
            "common table expressions",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns)); CREATE VIEW tiles AS WITH v0 AS (SELECT * FROM t)"
                + (1...30).map { ", v\($0) AS (SELECT a.* FROM v\($0 - 1) a, v\($0 - 1) b)" }.joined()
                + " SELECT * FROM v30"
        ),
        (
            "a table-valued function",
            "CREATE TABLE metadata(name, value); CREATE VIEW tiles AS SELECT value AS zoom_level, key AS tile_column, id AS tile_row, json AS tile_data FROM json_each('[1]')"
        ),
        ("a virtual table", "CREATE TABLE metadata(name, value); CREATE VIRTUAL TABLE tiles USING fts5(\(columns))"),
        (
            "a long view",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns)); CREATE VIEW tiles AS SELECT * FROM t WHERE 1"
                + String(repeating: " AND 1", count: 400)
        ),
        (
            "a pattern",
            "CREATE TABLE metadata(name, value); CREATE TABLE t(\(columns)); CREATE VIEW tiles AS SELECT * FROM t WHERE tile_data LIKE tile_row"
        ),
    ]

    @Test("a file whose queries could take for ever is refused at once", .timeLimit(.minutes(1)), arguments: attacks)
    func refusesAttack(name: String, schema: String) throws {
        let file = try MapFile(schema: schema)
        let error = #expect(throws: TileError.self, "\(name)") { try MBTiles(file.path) }
        #expect(
            error?.reason.contains("refused") == true || error?.reason.contains("not authorized") == true
                || error?.reason.contains("prohibited") == true
                || error?.reason.contains("constructor failed") == true, "\(name): \(error?.reason ?? "")")
    }

    static let strangers: [(String, String)] = [
        ("an empty database", "CREATE TABLE other(a)"),
        ("no metadata", "CREATE TABLE tiles(zoom_level, tile_column, tile_row, tile_data)"),
        ("no data in the tiles", "CREATE TABLE metadata(name, value); CREATE TABLE tiles(zoom_level, tile_column)"),
    ]

    @Test("another database is rejected with the reason", arguments: strangers)
    func refuses(name: String, schema: String) throws {
        let file = try MapFile(schema: schema)
        let error = #expect(throws: TileError.self) { try MBTiles(file.path) }
        #expect(error?.file == file.path && error?.description.contains("no such") == true, "\(name)")
    }

    @Test("a missing file and one that is no database are rejected")
    func noDatabase() throws {
        let directory = try ScratchDirectory()
        try directory.write("text", Array(repeating: UInt8(ascii: "a"), count: 5000))
        #expect(throws: TileError.self) { try MBTiles(directory.file("text")) }
        #expect(throws: TileError.self) { try MBTiles(directory.file("absent")) }
        #expect(throws: TileError.self) { try MBTiles(directory.path) }
        #expect(directory.names == ["text"])
    }

    @Test("a pipe in place of the file is rejected without blocking")
    func pipe() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("pipe")
        // The call borrows the path as a C string.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Both ends stay open, so that a failure does not block the test.
        let number = unsafe open(path, O_RDWR | O_NONBLOCK)
        defer { close(number) }
        let error = #expect(throws: TileError.self) { try MBTiles(path) }
        #expect(error?.reason == "Invalid argument")
    }

    @Test("damage is an error or a missing tile, wherever it is")
    func damage() throws {
        let file = try MapFile()
        for column in Int64(0)..<64 {
            let bytes = MapFile.picture + [UInt8](repeating: UInt8(column), count: 900)
            try file.put(bytes, zoom: 6, column: column, rowFromSouth: 0)
        }
        let directory = try ScratchDirectory()
        let whole = try file.bytes()
        var generator = SystemRandomNumberGenerator()
        for round in 0..<60 {
            var bytes = whole
            for _ in 0..<40 { bytes[Int.random(in: 100..<bytes.count, using: &generator)] = .random(in: 0...255) }
            try directory.write("\(round)", bytes)
            guard let map = try? MBTiles(directory.file("\(round)")) else { continue }
            for column in 0..<64 {
                let found = try? tile(map, zoom: 6, column: column, row: 63)
                #expect(found.map { $0.bytes.count <= MBTiles.maxTileSize } ?? true)
            }
        }
    }
}
