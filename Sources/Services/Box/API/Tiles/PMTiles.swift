import Compression
import JSON
import Linux
import Synchronization

/// A map in one file: PMTiles 3, of which a tile needs two or three reads; read-only.
public final class PMTiles: TileArchive {
    /// The maximum size of a directory and of the metadata in bytes, also unpacked; those of the whole Earth have 2 MB.
    private static let maxDirectorySize = 1 << 23
    /// The same of a directory below the root, which is read while other requests wait; that takes some ms.
    private static let maxLeafSize = 1 << 20
    /// Directories lead to directories at most so often.
    private static let maxDepth = 4

    /// The file.
    public let path: String
    /// The metadata of the map.
    public let metadata: TileMetadata

    private let file: FileDescriptor
    private let header: PMTilesHeader
    private let root: PMTilesDirectory
    /// The directories of the last tile by their depth, since the next tile is near it.
    private let lastLeaves = Mutex<[Int: (position: Int, directory: PMTilesDirectory)]>([:])

    /// Opens a map.
    ///
    /// - Throws: ``TileError`` for an unreadable file, vector tiles or another format.
    public init(_ path: String) throws(TileError) {
        self.path = path
        do throws(SystemError) {
            try FileContents.checkIsRegular(path)
            file = try FileDescriptor.open(path)
        } catch {
            throw TileError(file: path, reason: error.reason)
        }
        do throws(PMTilesError) {
            let header = try PMTilesHeader(Self.read(file, PMTilesHeader.length, at: 0))
            self.header = header
            root = try PMTilesDirectory(Self.unpacked(header.root, of: file, header))
            let text = try Self.unpacked(header.metadata, of: file, header)
            metadata = TileMetadata(Self.values(header, text), zooms: header.zooms)
        } catch {
            throw TileError(file: path, reason: error.reason)
        }
    }

    /// Returns a tile; nil if there is none, or anything but a picture of at most ``MBTiles/maxTileSize`` bytes.
    ///
    /// - Throws: ``TileError`` for a damaged file.
    public func tile(_ address: TileAddress) throws(TileError) -> Tile? {
        do throws(PMTilesError) {
            guard header.zooms.contains(address.zoom),
                let bytes = try bytes(address.numberInPMTiles), let type = TileType(sniffing: bytes)
            else { return nil }
            return Tile(bytes: bytes, type: type)
        } catch {
            throw TileError(file: path, reason: error.reason)
        }
    }

    private func bytes(_ tile: UInt64) throws(PMTilesError) -> [UInt8]? {
        var directory = root
        for depth in 0..<Self.maxDepth {
            switch directory.find(tile) {
            case .tile(let position, let length):
                guard length <= MBTiles.maxTileSize, position < header.tiles.length else { return nil }
                return try Self.read(file, length, at: header.tiles.start + position)
            case .leaf(let position, let length): directory = try leaf(at: position, length: length, depth: depth)
            case nil: return nil
            }
        }
        throw PMTilesError("a directory is damaged")
    }

    private func leaf(at position: Int, length: Int, depth: Int) throws(PMTilesError) -> PMTilesDirectory {
        if let known = lastLeaves.withLock({ $0[depth] }), known.position == position { return known.directory }
        guard position < header.leaves.length else { throw PMTilesError("a directory is damaged") }
        let section = PMTilesHeader.Section(start: header.leaves.start + position, length: length)
        let directory = try PMTilesDirectory(Self.unpacked(section, of: file, header, atMost: Self.maxLeafSize))
        lastLeaves.withLock { $0[depth] = (position, directory) }
        return directory
    }

    private static func unpacked(
        _ section: PMTilesHeader.Section, of file: borrowing FileDescriptor, _ header: PMTilesHeader,
        atMost limit: Int = maxDirectorySize
    ) throws(PMTilesError) -> [UInt8] {
        guard section.length <= limit else { throw PMTilesError("a directory is too long") }
        let packed = try read(file, section.length, at: section.start)
        guard header.compression == .gzip, !packed.isEmpty else { return packed }
        // A gzip file ends with the length of what it contains (RFC 1952).
        let length = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit, let bytes = Gzip.decompress(packed, length: length) else {
            throw PMTilesError("a directory is damaged")
        }
        return bytes
    }

    private static func read(
        _ file: borrowing FileDescriptor, _ count: Int, at position: Int
    ) throws(PMTilesError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = try file.read(upTo: count, at: position) } catch { throw PMTilesError(error.reason) }
        guard bytes.count == count else { throw PMTilesError("the file is cut") }
        return bytes
    }

    /// Returns the metadata as the table of an MBTiles file has them.
    private static func values(_ header: PMTilesHeader, _ json: [UInt8]) -> [String: String] {
        let described = try? SafeJSON.decode(Description.self, from: json)
        return [
            "name": short(described?.name), "attribution": short(described?.attribution),
            "bounds": header.bounds.map { "\(Double($0) / 1e7)" }.joined(separator: ","),
            "minzoom": "\(header.zooms.lowerBound)", "maxzoom": "\(header.zooms.upperBound)",
        ].compactMapValues { $0 }
    }

    /// Returns a text that is as short as in MBTiles; nil for others.
    private static func short(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count <= TileReader.maxValueLength ? $0 : nil }
    }

    /// The members of the metadata that the page shows.
    private struct Description: Decodable {
        var name: String?
        var attribution: String?
    }
}
