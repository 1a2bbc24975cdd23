import SQLite
import Synchronization

/// A map in one file: MBTiles 1.3, an SQLite database of tiles, read-only.
///
/// One thread at a time reads the file; a tile takes some ten microseconds.
public final class MBTiles: Sendable {
    /// The maximum size of a served tile in bytes; one of 256 points takes 1 to 100 KB.
    public static let maxTileSize = 1 << 22

    /// The file.
    public let path: String
    /// The metadata of the map.
    public let metadata: TileMetadata

    private let reader: Mutex<TileReader>

    /// Opens a map.
    ///
    /// - Throws: ``TileError`` for an unreadable file or another format.
    public init(_ path: String) throws(TileError) {
        self.path = path
        do {
            let reader = try TileReader(path)
            metadata = try reader.metadata()
            self.reader = Mutex(reader)
        } catch {
            throw TileError(file: path, reason: error.message)
        }
    }

    /// Returns a tile; nil if there is none, or anything but a picture of at most ``maxTileSize`` bytes.
    ///
    /// - Throws: ``TileError`` for a damaged file.
    public func tile(_ address: TileAddress) throws(TileError) -> Tile? {
        let result: Result<[UInt8]?, SQLiteError> = reader.withLock { reader in
            do throws(SQLiteError) { return .success(try reader.bytes(address)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let bytes):
            guard let bytes, let type = TileType(sniffing: bytes) else { return nil }
            return Tile(bytes: bytes, type: type)
        case .failure(let error): throw TileError(file: path, reason: error.message)
        }
    }
}

/// Queries the tables of an MBTiles file; owned by one thread at a time.
struct TileReader {
    private let database: Connection
    private let tile: Statement

    /// The limits of the metadata's rows and values; the standard has a dozen short ones.
    private static let (maxRows, maxValueLength) = (100, 4096)

    /// The limit of work for a tile in thousands of SQLite's steps: an indexed lookup takes a few steps, a scan some
    /// hundred thousand, while other requests wait.
    private static let tileWorkLimit = 2000
    /// The same for each query on opening.
    private static let openWorkLimit = 20_000

    /// Opens a file and verifies that it has tiles.
    init(_ path: String) throws(SQLiteError) {
        database = try Connection(path, mode: .readOnly, busyTimeout: .milliseconds(100))
        // Views of a foreign file may only call harmless functions.
        try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        database.limitLength(to: 4 * MBTiles.maxTileSize)
        database.limitWork(to: Self.openWorkLimit)
        // The length of a blob is known without reading it, so a huge one costs nothing.
        tile = try database.prepare(
            """
            SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
            AND typeof(tile_data) = 'blob' AND length(tile_data) <= \(MBTiles.maxTileSize) LIMIT 1
            """)
    }

    /// Returns the bytes of a tile; nil if there is none.
    func bytes(_ address: TileAddress) throws(SQLiteError) -> [UInt8]? {
        try tile.bind(Int64(address.zoom), at: 1)
        try tile.bind(Int64(address.column), at: 2)
        try tile.bind(Int64(address.rowFromSouth), at: 3)
        defer { tile.reset() }
        database.limitWork(to: Self.tileWorkLimit)
        return try tile.step() ? tile.blob(at: 0) : nil
    }

    /// Returns the metadata of the map.
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
        database.limitWork(to: Self.openWorkLimit)
        // One extreme per statement: SQLite reads it from the index, but scans the table for both. Beyond the limit of
        // work any zoom will do.
        let value = try? database.integer("SELECT \(extreme)(zoom_level) FROM tiles")
        return value.map { Int(clamping: min(max($0, 0), Int64(TileAddress.maxZoom))) }
    }
}

/// Thrown for a file that is no readable MBTiles file.
public struct TileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The reason.
    public let reason: String

    /// One line: the file, the reason, and the expected format.
    public var description: String {
        "\(file): \(reason); expected an MBTiles file (SQLite) with tiles in PNG, JPEG or WebP"
    }
}
