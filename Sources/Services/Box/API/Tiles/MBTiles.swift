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

/// Thrown for a file that is no readable map.
public struct TileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The reason.
    public let reason: String

    /// The reason and the expected format, without the file.
    public var message: String {
        "\(reason); expected an MBTiles (SQLite) or PMTiles file with tiles in PNG, JPEG or WebP"
    }

    /// One line: the file, the reason, and the expected format.
    public var description: String { "\(file): \(message)" }
}
