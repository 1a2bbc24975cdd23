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

/// The part of the earth that a map covers, in degrees.
public struct TileBounds: Hashable, Sendable {
    /// Degrees east of the left edge.
    public let west: Double
    /// Degrees north of the lower edge.
    public let south: Double
    /// Degrees east of the right edge.
    public let east: Double
    /// Degrees north of the upper edge.
    public let north: Double

    /// Reads `west,south,east,north`; nil where that is no box on the earth.
    init?(_ text: String) {
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { edge in
            Double(edge.drop { $0 == " " })
        }
        guard edges.count == 4, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3,
            [edges[0], edges[2]].allSatisfy((-180...180).contains),
            [edges[1], edges[3]].allSatisfy((-90...90).contains), edges[0] < edges[2], edges[1] < edges[3]
        else { return nil }
        (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    }
}

/// The words of a piece of HTML: maps name their makers in links.
enum MarkupText {
    private static let entities = [
        "&copy;": "©", "&#169;": "©", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ",
        "&amp;": "&",
    ]

    /// The text without tags, with the commonest entities as what they stand for.
    ///
    /// The result is text and no HTML: whoever shows it as HTML has to escape it.
    static func plain(_ markup: String) -> String {
        var text = ""
        var rest = markup[...]
        while let character = rest.first {
            if character == "<", let end = rest.firstIndex(of: ">") {
                rest = rest[end...].dropFirst()
            } else if character == "&", let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
                text += entity.value
                rest = rest.dropFirst(entity.key.count)
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
