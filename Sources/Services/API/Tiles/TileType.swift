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
