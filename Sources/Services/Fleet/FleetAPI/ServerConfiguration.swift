public import Pages

/// The configuration of the fleet's server.
public struct ServerConfiguration: Sendable {
    /// The accepted host names, beside addresses and `localhost`.
    public var names: [String]
    /// The address that links begin with, such as `https://fleet.example`; nil for links that are relative to
    /// this server.
    public var address: String?
    /// The name of the header in which a reverse proxy on the Unix socket passes the name of the member that it has
    /// authenticated; nil to ignore such headers.
    ///
    /// The proxy has to remove the header from what clients send.
    public var proxyHeader: String?
    /// The URL of a tile of the map with `{z}`, `{x}` and `{y}`; nil for none.
    public var tiles: String?
    /// The attribution of the map as text; nil for none.
    public var attribution: String?
    /// The link of the attribution; nil for none.
    public var attributionLink: String?
    /// True for tiles that are dark already.
    public var hasDarkTiles: Bool
    /// The templates and scripts.
    public var assets: AssetLibrary
    /// The directory of the page's libraries, such as `/usr/share/javascript`.
    public var libraries: String
    /// The number of connections to the database for short requests.
    public var connections: Int
    /// The files of the outlines of land in order of preference, which need not exist.
    public var landFiles: [String] = []
    /// The path of the gazetteer that names towns, which need not exist; nil for none.
    public var gazetteerFile: String?
    /// The program's version.
    public var version: String

    /// Creates a configuration.
    public init(
        names: [String] = [], address: String? = nil, proxyHeader: String? = nil, tiles: String? = nil,
        attribution: String? = nil, attributionLink: String? = nil, hasDarkTiles: Bool = false, assets: AssetLibrary,
        libraries: String = "/usr/share/javascript", connections: Int = 4, version: String
    ) {
        self.names = names
        self.address = address
        self.proxyHeader = proxyHeader
        self.tiles = tiles
        self.attribution = attribution
        self.attributionLink = attributionLink
        self.hasDarkTiles = hasDarkTiles
        self.assets = assets
        self.libraries = libraries
        self.connections = connections
        self.version = version
    }
}
