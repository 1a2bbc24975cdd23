/// What the configuration says about the map under the position.
public struct MapSettings: Hashable, Sendable {
    /// OpenStreetMap's tiles, by the one address that their policy allows.
    public static let openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"

    /// The address of a tile, with `{z}`, `{x}` and `{y}` for its place; nil for no tiles of a server.
    public var tiles: String? = openStreetMap
    /// Whose map it is, in the owner's words; nil where nothing was said.
    var configuredAttribution: String?
    /// Where the attribution leads; nil where nothing was said.
    var configuredAttributionLink: String?
    /// An MBTiles file with tiles of our own; nil for none.
    public var mbtiles: String?

    /// The built-in defaults.
    public init() {}

    /// Whose map it is, as plain text; OpenStreetMap's tiles always say so, others where the configuration does.
    public var attribution: String? {
        configuredAttribution ?? (isOpenStreetMap ? "\u{A9} OpenStreetMap contributors" : nil)
    }

    /// Where the attribution leads; nil for nowhere.
    public var attributionLink: String? {
        configuredAttributionLink
            ?? (isOpenStreetMap && configuredAttribution == nil ? "https://www.openstreetmap.org/copyright" : nil)
    }

    /// The scheme, host and port of the tiles, as a Content-Security-Policy names them; nil where there are none.
    public var tilesOrigin: String? {
        guard let tiles, let scheme = tiles.firstRange(of: "://") else { return nil }
        return String(tiles[..<(tiles[scheme.upperBound...].firstIndex { $0 == "/" } ?? tiles.endIndex)])
    }

    /// A link that nothing leads from; nil where there is none.
    var issue: String? {
        guard attributionLink != nil, attribution == nil else { return nil }
        return "there are no words for it to lead from: say attribution too"
    }

    private var isOpenStreetMap: Bool { tiles == Self.openStreetMap && mbtiles == nil }
}
