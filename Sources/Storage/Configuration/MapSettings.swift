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

extension SettingKey {
    /// The settings of `[map]`.
    static let map = [tiles, attribution, attributionLink, mbtiles]

    private static let tiles = SettingKey(
        section: "map", name: "tiles",
        expected: "an http or https address with {z}, {x} and {y}, such as \(MapSettings.openStreetMap), or none",
        text: { $0.map.tiles ?? "none" }
    ) { text, settings in
        settings.map.tiles = text == "none" ? nil : text
        return text == "none" || text.isTileAddress
    }

    private static let attribution = SettingKey(
        section: "map", name: "attribution", expected: "a line of text that says whose map it is",
        text: { $0.map.configuredAttribution }
    ) { text, settings in
        settings.map.configuredAttribution = text
        return text.isPrintableLine && text.utf8.count <= 500
    }

    static let attributionLink = SettingKey(
        section: "map", name: "attribution-link",
        expected: "an http or https address such as https://www.openstreetmap.org/copyright",
        text: { $0.map.configuredAttributionLink }
    ) { text, settings in
        settings.map.configuredAttributionLink = text
        return text.isWebAddress
    }

    private static let mbtiles = SettingKey(
        section: "map", name: "mbtiles", expected: "a file by its full path, such as /var/lib/whereismy/chart.mbtiles",
        text: { $0.map.mbtiles }
    ) { text, settings in
        settings.map.mbtiles = text
        return text.isPrintableLine && text.hasPrefix("/")
    }
}

extension String {
    /// Whether it has the three places of a tile in its path, once each, and is an address without them.
    fileprivate var isTileAddress: Bool {
        let places = ["{z}", "{x}", "{y}"]
        let plain = places.reduce(self) { $0.replacing($1, with: "", maxReplacements: 1) }
        let path = drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        return plain.isWebAddress && places.allSatisfy(path.contains)
    }

    /// Whether it is a plain address of the web: one that is safe in a page and in a header as it stands.
    ///
    /// The host goes into a Content-Security-Policy, so it is a name or an address and a port; a user and a password in
    /// front of it would be told to everyone.
    fileprivate var isWebAddress: Bool {
        guard let scheme = ["https://", "http://"].first(where: hasPrefix), utf8.count <= 1000 else { return false }
        let rest = dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let isHost = authority.utf8.first.map(\.isHostNameByte) ?? false
        return (isHost || authority.first == "[")
            && authority.utf8.allSatisfy { $0.isHostNameByte || Array(".:[]".utf8).contains($0) }
            && rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Array("\"'<>\\^`{|}".utf8).contains($0) }
    }
}
