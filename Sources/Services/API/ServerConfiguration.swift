public import Access
public import Pages

/// How the server is reached, and what its pages are made of.
public struct ServerConfiguration: Sendable {
    /// Names by which it is reached, beside addresses and `localhost`.
    public var names: [String]
    /// Whether those who come over the network have to say who they are.
    public var access: AccessMode
    /// The places that others are not shown.
    public var zones: PrivacyZones
    /// The address that links begin with, such as `http://localhost:8947`; nil where it does not listen on TCP.
    public var address: String?
    /// The same for those on other machines; nil where there is no such address.
    public var publicAddress: String?
    /// The map.
    public var map: MapSource
    /// Where pages and scripts are found.
    public var templates: TemplateLibrary
    /// Where the libraries of the page are found, such as `/usr/share/javascript`.
    public var libraries: String

    /// Describes a site.
    public init(
        names: [String], access: AccessMode, zones: PrivacyZones, address: String?, publicAddress: String?,
        map: MapSource, templates: TemplateLibrary,
        libraries: String = "/usr/share/javascript"
    ) {
        self.names = names
        self.access = access
        self.zones = zones
        self.address = address
        self.publicAddress = publicAddress
        self.map = map
        self.templates = templates
        self.libraries = libraries
    }
}

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
