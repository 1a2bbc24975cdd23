import SQLite

/// Asks the tables of an MBTiles file; owned by one thread at a time.
struct TileReader {
    private let database: Connection
    private let tile: Statement

    /// The most rows of metadata that are read, and the longest value: the standard names a dozen short ones.
    private static let (mostRows, longestValue) = (100, 4096)

    /// Thousands of SQLite's steps for a tile, which are found by a handful with an index and by some hundred thousand
    /// without: others wait meanwhile.
    private static let tileWork = 2000
    /// The same for each question at the start.
    private static let startWork = 20_000

    /// Opens a file and sees to it that it has tiles.
    init(_ path: String) throws(SQLiteError) {
        database = try Connection(path, mode: .readOnly, busyTimeout: .milliseconds(100))
        // A view in a foreign file calls no function that does more than compute.
        try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        database.limitLength(to: 4 * MBTiles.maxTileSize)
        database.limitWork(to: Self.startWork)
        // The length of a blob is known without reading it, so one of a gigabyte costs nothing.
        tile = try database.prepare(
            """
            SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
            AND typeof(tile_data) = 'blob' AND length(tile_data) <= \(MBTiles.maxTileSize) LIMIT 1
            """)
    }

    /// The bytes of a tile; nil where there is none.
    func bytes(_ address: TileAddress) throws(SQLiteError) -> [UInt8]? {
        try tile.bind(Int64(address.zoom), at: 1)
        try tile.bind(Int64(address.column), at: 2)
        try tile.bind(Int64(address.rowFromSouth), at: 3)
        defer { tile.reset() }
        database.limitWork(to: Self.tileWork)
        return try tile.step() ? tile.blob(at: 0) : nil
    }

    /// What the map says of itself.
    func metadata() throws(SQLiteError) -> TileMetadata {
        let statement = try database.prepare(
            """
            SELECT name, value FROM metadata WHERE typeof(name) = 'text' AND length(name) <= 64
            AND typeof(value) <> 'blob' AND length(value) <= \(Self.longestValue) LIMIT \(Self.mostRows)
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
        database.limitWork(to: Self.startWork)
        // One extreme a statement: SQLite answers that from the index, and both together from the whole table. Where it
        // is too much work, any zoom is as good.
        let value = try? database.integer("SELECT \(extreme)(zoom_level) FROM tiles")
        return value.map { Int(clamping: min(max($0, 0), Int64(TileAddress.maxZoom))) }
    }
}
