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
