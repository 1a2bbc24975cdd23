/// What a map says of itself.
public struct TileMetadata: Hashable, Sendable {
    /// Its name; nil where it has none.
    public let name: String?
    /// What its tiles claim to be, such as `png`; nil where that is not said.
    ///
    /// Each tile is looked at all the same.
    public let format: String?
    /// What it covers; nil where that is not said.
    public let bounds: TileBounds?
    /// The first zoom that has tiles, 0 to 30.
    public let minZoom: Int
    /// The last zoom that has tiles, not below ``minZoom``.
    public let maxZoom: Int
    /// Who has to be named beside the map, as text without markup; nil where that is not said.
    public let attribution: String?

    /// Takes what makes sense of a `metadata` table.
    ///
    /// - Parameters:
    ///   - values: The table's rows.
    ///   - zooms: The zooms that the tiles have, for a table that does not say.
    init(_ values: [String: String], zooms: ClosedRange<Int>) {
        name = Self.text(values["name"])
        format = Self.text(values["format"])
        bounds = values["bounds"].flatMap(TileBounds.init)
        let first = Self.zoom(values["minzoom"]) ?? zooms.lowerBound
        minZoom = first
        maxZoom = max(first, Self.zoom(values["maxzoom"]) ?? zooms.upperBound)
        attribution = values["attribution"].flatMap { Self.text(MarkupText.plain($0)) }
    }

    private static func text(_ value: String?) -> String? {
        value.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func zoom(_ value: String?) -> Int? {
        value.flatMap { Int($0) }.flatMap { (0...TileAddress.maxZoom).contains($0) ? $0 : nil }
    }
}
