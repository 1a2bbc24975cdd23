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
