/// A picture of a square of the map.
public struct Tile: Hashable, Sendable {
    /// The picture.
    public let bytes: [UInt8]
    /// What kind of picture it is.
    public let type: TileType
}
