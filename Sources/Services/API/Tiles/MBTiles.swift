import Linux
import SQLite
import Synchronization

/// A map in one file: MBTiles 1.3, an SQLite database of tiles, only ever read.
///
/// One thread at a time asks the file; the others wait, for a tile takes some ten microseconds.
public final class MBTiles: Sendable {
    /// The largest tile that is handed out, in bytes; one of 256 points takes 1 to 100 KB.
    public static let maxTileSize = 1 << 22

    /// The file.
    public let path: String
    /// What the map says of itself.
    public let metadata: TileMetadata

    private let reader: Mutex<TileReader>

    /// Opens a map.
    ///
    /// - Throws: ``TileError`` where the file cannot be read or is no MBTiles.
    public init(_ path: String) throws(TileError) {
        self.path = path
        do { try FileContents.checkIsRegular(path) } catch { throw TileError(file: path, reason: error.reason) }
        do {
            let reader = try TileReader(path)
            metadata = try reader.metadata()
            self.reader = Mutex(reader)
        } catch {
            throw TileError(file: path, reason: error.message)
        }
    }

    /// A tile; nil where the map has none there, or has something else than a picture of at most ``largestTile`` bytes.
    ///
    /// - Throws: ``TileError`` where the file is damaged.
    public func tile(_ address: TileAddress) throws(TileError) -> Tile? {
        let answer: Result<[UInt8]?, SQLiteError> = reader.withLock { reader in
            do throws(SQLiteError) { return .success(try reader.bytes(address)) } catch { return .failure(error) }
        }
        switch answer {
        case .success(let bytes):
            guard let bytes, let type = TileType(sniffing: bytes) else { return nil }
            return Tile(bytes: bytes, type: type)
        case .failure(let error): throw TileError(file: path, reason: error.message)
        }
    }
}

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

/// A file that cannot be read as MBTiles.
public struct TileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// What is wrong with it.
    public let reason: String

    /// One line: the file, what is wrong, and what would be right.
    public var description: String {
        "\(file): \(reason); wanted is an MBTiles file (SQLite) with tiles in PNG, JPEG or WebP"
    }
}
