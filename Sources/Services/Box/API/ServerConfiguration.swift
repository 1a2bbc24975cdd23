public import Access
public import Pages
public import Privacy

/// The configuration of the server: its addresses, access and pages.
public struct ServerConfiguration: Sendable {
    /// The accepted host names, beside addresses and `localhost`.
    public var names: [String]
    /// The access mode of network clients.
    public var access: AccessMode
    /// The zones hidden from others.
    public var zones: PrivacyZones
    /// The address that links begin with, such as `http://localhost:8947`; nil without a TCP listener.
    public var address: String?
    /// The same for other machines; nil if there is none.
    public var publicAddress: String?
    /// The source of the map.
    public var map: MapSource
    /// The templates and scripts.
    public var templates: TemplateLibrary
    /// The directory of the page's libraries, such as `/usr/share/javascript`.
    public var libraries: String
    /// The files of the outlines of land in order of preference, which need not exist.
    public var landFiles: [String] = []

    /// Creates a configuration.
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

/// The source of the live page's map.
public struct MapSource: Hashable, Sendable {
    /// The URL of a tile with `{z}`, `{x}` and `{y}`; nil for none.
    public var tiles: String?
    /// The attribution as text; nil for none.
    public var attribution: String?
    /// The link of the attribution; nil for none.
    public var attributionLink: String?
    /// An MBTiles or PMTiles file that replaces those tiles; nil for none.
    public var mbtiles: String?
    /// True for tiles that are dark already.
    public var isDark: Bool

    /// Creates a source of tiles.
    public init(
        tiles: String?, attribution: String?, attributionLink: String? = nil, mbtiles: String? = nil,
        isDark: Bool = false
    ) {
        self.tiles = tiles
        self.attribution = attribution
        self.attributionLink = attributionLink
        self.mbtiles = mbtiles
        self.isDark = isDark
    }

    /// The URL of tiles that browsers load from another server; nil for local tiles.
    var remoteTiles: String? { mbtiles == nil ? tiles : nil }
}
