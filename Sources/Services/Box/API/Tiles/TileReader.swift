import SQLite

/// Queries the tables of an MBTiles file; owned by one thread at a time.
struct TileReader {
    private let database: Connection
    private let tile: Statement

    /// The limits of the metadata's rows and values; the standard has a dozen short ones.
    static let maxValueLength = 4096
    private static let maxRows = 100

    /// The limit of work for a tile in thousands of SQLite's steps: an indexed lookup takes a few steps, a scan some
    /// hundred thousand, while other requests wait.
    private static let tileWorkLimit = 2000
    /// The same for each query on opening.
    private static let openWorkLimit = 20_000

    /// The time for a tile, while other requests wait; a slow disk needs a tenth of it.
    private static let tileTimeout: Duration = .seconds(2)
    /// The same for each query on opening.
    ///
    /// A disk may have to spin up; the watchdog waits for 30 s.
    private static let openTimeout: Duration = .seconds(10)

    /// Opens a file and verifies that it has tiles.
    init(_ path: String) throws(SQLiteError) {
        database = try Connection(path, mode: .readOnly, busyTimeout: .milliseconds(100))
        // Views of a foreign file may only call harmless functions.
        try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        // SQLite reads its statistics with the schema, before a generated column in them can be refused.
        database.limitLength(to: TileSchema.maxStatementLength, statement: TileSchema.maxStatementLength)
        database.limitWork(to: Self.openWorkLimit, within: Self.openTimeout)
        database.restrict(to: try TileSchema(database).restriction)
        database.limitLength(to: 4 * MBTiles.maxTileSize, statement: TileSchema.maxStatementLength)
        // The length of a blob is known without reading it, so a huge one costs nothing.
        tile = try database.prepare(
            """
            SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
            AND typeof(tile_data) = 'blob' AND length(tile_data) <= \(MBTiles.maxTileSize) LIMIT 1
            """)
    }

    /// Returns the bytes of a tile; nil if there is none.
    func bytes(_ address: TileAddress) throws(SQLiteError) -> [UInt8]? {
        try tile.bind(Int64(address.zoom), Int64(address.column), Int64(address.rowFromSouth))
        defer { tile.reset() }
        database.limitWork(to: Self.tileWorkLimit, within: Self.tileTimeout)
        return try tile.step() ? tile.blob(at: 0) : nil
    }

    func metadata() throws(SQLiteError) -> TileMetadata {
        let statement = try database.prepare(
            """
            SELECT name, value FROM metadata WHERE typeof(name) = 'text' AND length(name) <= 64
            AND typeof(value) <> 'blob' AND length(value) <= \(Self.maxValueLength) LIMIT \(Self.maxRows)
            """)
        var values: [String: String] = [:]
        while try statement.step() {
            guard let name = statement.text(at: 0), let value = statement.text(at: 1) else { continue }
            values[name] = value
        }
        return TileMetadata(values, zooms: zooms())
    }

    private func zooms() -> ClosedRange<Int> {
        let all = 0...TileAddress.maxZoom
        let first = zoom("min") ?? all.lowerBound
        return first...max(first, zoom("max") ?? all.upperBound)
    }

    private func zoom(_ extreme: String) -> Int? {
        database.limitWork(to: Self.openWorkLimit, within: Self.openTimeout)
        // One extreme per statement: SQLite reads it from the index, but scans the table for both. Beyond the limit of
        // work any zoom will do.
        let value = try? database.integer("SELECT \(extreme)(zoom_level) FROM tiles")
        return value.map { Int(clamping: min(max($0, 0), Int64(TileAddress.maxZoom))) }
    }
}
