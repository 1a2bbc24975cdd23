import Linux

/// A map in one file: its description and its tiles.
public protocol TileArchive: Sendable {
    /// The metadata of the map.
    var metadata: TileMetadata { get }

    /// Returns a tile; nil if there is none, or anything but a picture.
    ///
    /// - Throws: ``TileError`` for a damaged file.
    func tile(_ address: TileAddress) throws(TileError) -> Tile?
}

extension MBTiles: TileArchive {}

/// Opens the formats of maps in one file.
public enum TileArchives {
    /// Opens a map, whose format is recognised by its first bytes.
    ///
    /// - Throws: ``TileError`` for an unreadable file or another format.
    public static func open(_ path: String) throws(TileError) -> any TileArchive {
        let header: [UInt8]
        do throws(SystemError) {
            try FileContents.checkIsRegular(path)
            header = try FileDescriptor.open(path).read(upTo: PMTilesHeader.signature.count, at: 0)
        } catch {
            throw TileError(file: path, reason: error.reason)
        }
        if header == PMTilesHeader.signature { return try PMTiles(path) }
        return try MBTiles(path)
    }
}
