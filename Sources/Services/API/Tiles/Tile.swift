/// A picture of a square of the map.
public struct Tile: Hashable, Sendable {
    /// The picture.
    public let bytes: [UInt8]
    /// What kind of picture it is.
    public let type: TileType
}

/// What kind of picture a tile is, told from its first bytes.
public enum TileType: String, CaseIterable, Sendable {
    /// Portable Network Graphics.
    case png
    /// JPEG.
    case jpeg
    /// WebP.
    case webp

    /// The media type for a browser.
    public var mediaType: String { "image/" + rawValue }

    /// Tells the type from how a file begins; nil for anything else, vector tiles and scripts among it.
    ///
    /// The signatures are those of the WHATWG's MIME Sniffing standard, section 6.1.
    init?(sniffing bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBPVP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// Which square of the web map: zoom, column and row, as they stand in the addresses of web maps.
public struct TileAddress: Hashable, Sendable {
    /// The deepest zoom there is.
    public static let maxZoom = 30

    /// How often the world has been halved, 0 to ``deepestZoom``.
    public let zoom: Int
    /// The column, from 0 at the antimeridian towards the east.
    public let column: Int
    /// The row, from 0 in the north.
    public let row: Int

    /// Makes an address; nil where there is no such square.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.maxZoom).contains(zoom) else { return nil }
        let side = 1 << zoom
        guard (0..<side).contains(column), (0..<side).contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The row as MBTiles counts it: from the south (specification 1.3, after the Tile Map Service).
    var rowFromSouth: Int { (1 << zoom) - 1 - row }
}
