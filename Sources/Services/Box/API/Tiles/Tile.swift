/// The picture of a square of the map.
public struct Tile: Hashable, Sendable {
    /// The encoded picture.
    public let bytes: [UInt8]
    /// The format of the picture.
    public let type: TileType
}

/// The format of a tile, detected from its first bytes.
public enum TileType: String, CaseIterable, Sendable {
    /// Portable Network Graphics.
    case png
    case jpeg
    case webp

    /// The media type for a browser.
    public var mediaType: String { "image/" + rawValue }

    /// Detects the format; nil for anything else, including vector tiles and scripts.
    ///
    /// The signatures are from the WHATWG's MIME Sniffing standard, section 6.1.
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

/// A square of the web map: zoom, column and row as in the URLs of web maps.
public struct TileAddress: Hashable, Sendable {
    /// The maximum zoom.
    public static let maxZoom = 30

    /// The zoom level, 0 to ``maxZoom``.
    public let zoom: Int
    /// The column, from 0 at the antimeridian eastwards.
    public let column: Int
    /// The row, from 0 in the north.
    public let row: Int

    /// Creates an address; nil if there is no such square.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.maxZoom).contains(zoom) else { return nil }
        let side = 1 << zoom
        guard (0..<side).contains(column), (0..<side).contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The row as numbered in MBTiles: from the south (specification 1.3, after the Tile Map Service).
    var rowFromSouth: Int { (1 << zoom) - 1 - row }
}
