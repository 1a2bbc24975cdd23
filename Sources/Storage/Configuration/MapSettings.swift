import Basics
import CommandLine

/// The lightness of the pictures of a map, by which a page of the other appearance changes them.
public enum MapAppearance: String, CaseIterable, Sendable {
    case light, dark
}

/// The settings of the map.
public struct MapSettings: Hashable, Sendable {
    /// The address of OpenStreetMap's tiles that their policy allows.
    public static let openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"

    /// The address of a tile with the placeholders `{z}`, `{x}` and `{y}`; nil for no tile server.
    public var tiles: String? = openStreetMap
    /// The attribution of the configuration; nil if unset.
    var configuredAttribution: String?
    /// The link of the attribution in the configuration; nil if unset.
    var configuredAttributionLink: String?
    /// An MBTiles or PMTiles file with local tiles; nil for none.
    public var mbtiles: String?
    /// The lightness of the tiles.
    public var appearance = MapAppearance.light

    /// The built-in defaults.
    public init() {}

    /// The attribution as plain text; OpenStreetMap's tiles have one by default.
    public var attribution: String? {
        configuredAttribution ?? (isOpenStreetMap ? "\u{A9} OpenStreetMap contributors" : nil)
    }

    /// The link of the attribution; nil for none.
    public var attributionLink: String? {
        configuredAttributionLink
            ?? (isOpenStreetMap && configuredAttribution == nil ? "https://www.openstreetmap.org/copyright" : nil)
    }

    /// An issue: a link without an attribution; nil for none.
    package var issue: String? {
        guard attributionLink != nil, attribution == nil else { return nil }
        return "attribution is missing; fix: set it too"
    }

    /// A warning: tiles without an attribution; nil for none.
    var warning: String? {
        guard tiles != nil, mbtiles == nil, attribution == nil, issue == nil else { return nil }
        return "the map has no attribution, which most of its sources require; fix: set attribution in [map]"
    }

    private var isOpenStreetMap: Bool { tiles == Self.openStreetMap && mbtiles == nil }
}

extension SettingKey<Settings> {
    /// The settings of `[map]`.
    package static var map: [SettingKey] {
        [
            tiles, attribution, attributionLink,
            SettingKey("mbtiles", in: "map", at: \.map.mbtiles, as: .file(example: "/var/lib/whereismy/chart.mbtiles")),
            SettingKey("appearance", in: "map", at: \.map.appearance, as: .choice("light or dark")),
        ]
    }

    static var tiles: SettingKey {
        let expected =
            "an http or https address with {z}, {x} and {y}, such as \(MapSettings.openStreetMap), or none"
        return SettingKey(
            "tiles", in: "map", at: \.map.tiles, as: ValueSyntax.text(expected, where: \.isTileAddress).orNone())
    }

    static var attribution: SettingKey {
        SettingKey(
            "attribution", in: "map", at: \.map.configuredAttribution,
            as: .text("a line of text that credits the source of the map") {
                $0.isPrintableLine && $0.utf8.count <= 500
            })
    }

    static var attributionLink: SettingKey {
        SettingKey(
            "attribution-link", in: "map", at: \.map.configuredAttributionLink,
            as: .text(
                "an http or https address such as https://www.openstreetmap.org/copyright", where: \.isWebAddress))
    }
}

extension String {
    /// True if it is a web address with the three placeholders of a tile in its path, once each.
    fileprivate var isTileAddress: Bool {
        let places = ["{z}", "{x}", "{y}"]
        let plain = places.reduce(self) { $0.replacing(text: $1, with: "", atMost: 1) }
        let path = drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        return plain.isWebAddress && places.allSatisfy(path.contains(text:))
    }

    /// True if it is a plain web address that is safe in a page and in a header.
    ///
    /// The host goes into a Content-Security-Policy, so it has to be a name or an address with a port; user information
    /// would be exposed to every viewer.
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
