/// Where the live page has its map from.
public struct MapSource: Hashable, Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` in it, as a browser asks for it; nil for none.
    public var tiles: String?
    /// Whom to thank for the map, as text; nil for nobody.
    public var attribution: String?
    /// Where that leads; nil for nowhere.
    public var attributionLink: String?
    /// An MBTiles file that is served in place of those tiles; nil for none.
    public var mbtiles: String?

    /// Makes a source of tiles.
    public init(tiles: String?, attribution: String?, attributionLink: String? = nil, mbtiles: String? = nil) {
        self.tiles = tiles
        self.attribution = attribution
        self.attributionLink = attributionLink
        self.mbtiles = mbtiles
    }

    /// The origin of the tiles for a security policy, such as `https://tile.openstreetmap.org`; nil where they are ours.
    var origin: String? {
        guard mbtiles == nil, let tiles, let host = tiles.firstRange(of: "://")?.upperBound else { return nil }
        // Subdomains written as {s} may be any.
        return String(tiles.prefix(upTo: tiles[host...].firstIndex(of: "/") ?? tiles.endIndex))
            .replacing("{s}", with: "*")
    }
}
