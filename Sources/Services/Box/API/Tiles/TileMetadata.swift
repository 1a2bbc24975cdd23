/// The metadata of a map.
public struct TileMetadata: Hashable, Sendable {
    /// The name; nil if absent.
    public let name: String?
    /// The declared format of its tiles, such as `png`; nil if absent.
    ///
    /// The format of each tile is detected from its bytes.
    public let format: String?
    /// The covered area; nil if absent.
    public let bounds: TileBounds?
    /// The first zoom with tiles, 0 to 30.
    public let minZoom: Int
    /// The last zoom with tiles, not below ``minZoom``.
    public let maxZoom: Int
    /// The attribution as text without markup; nil if absent.
    public let attribution: String?

    /// Parses the valid rows of a `metadata` table.
    init(_ values: [String: String], zooms: ClosedRange<Int>) {
        name = Self.text(values["name"])
        format = Self.text(values["format"])
        bounds = values["bounds"].flatMap(TileBounds.init)
        let first = Self.zoom(values["minzoom"]) ?? zooms.lowerBound
        minZoom = first
        maxZoom = max(first, Self.zoom(values["maxzoom"]) ?? zooms.upperBound)
        attribution = values["attribution"].flatMap { Self.text(MarkupText.plain($0)) }
    }

    private static func text(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }

    private static func zoom(_ value: String?) -> Int? {
        value.flatMap { Int($0) }.flatMap { (0...TileAddress.maxZoom).contains($0) ? $0 : nil }
    }
}

/// The area that a map covers, in degrees.
public struct TileBounds: Hashable, Sendable {
    /// The left edge in degrees east.
    public let west: Double
    /// The lower edge in degrees north.
    public let south: Double
    /// The right edge in degrees east.
    public let east: Double
    /// The upper edge in degrees north.
    public let north: Double

    /// Parses `west,south,east,north`; nil for anything but a box on the Earth.
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

/// The text in a piece of HTML: maps attribute their sources with links.
enum MarkupText {
    private static let entities = [
        "&copy;": "©", "&#169;": "©", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ",
        "&amp;": "&",
    ]

    /// Returns the text without tags, with the commonest entities replaced.
    ///
    /// The result is plain text, to be escaped before it is shown as HTML.
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
