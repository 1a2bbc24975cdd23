public import Location

/// The map in the page: what part of the earth it shows, and the URL of OpenStreetMap's embedded map of it.
public struct MapView: Hashable, Sendable {
    /// What the map shows.
    public let box: BoundingBox
    /// Metres from the middle to the edges.
    public let radius: Double
    /// The address of the map, with a marker at the position.
    public let url: String

    /// The least that is shown around a position, in metres.
    public static let leastRadius = 50.0
    /// What is shown around a position of unknown accuracy, in metres.
    public static let usualRadius = 250.0
    /// The most that is shown around a position, in metres.
    public static let greatestRadius = 2_000_000.0

    /// Makes the map of a position.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - accuracy: Metres; nil where it is unknown.
    public init(of coordinate: Coordinate, accuracy: Double?) {
        radius = min(max(accuracy ?? Self.usualRadius, Self.leastRadius), Self.greatestRadius)
        box = BoundingBox(around: coordinate, radius: radius)
        let edges = [box.west, box.south, box.east, box.north].map { DecimalText.text($0, decimals: 6) }
        let marker = MapLink.pair(coordinate, separator: "%2C")
        url =
            "https://www.openstreetmap.org/export/embed.html?bbox=\(edges.joined(separator: "%2C"))"
            + "&layer=mapnik&marker=\(marker)"
    }

    /// The zoom step of web maps, 3 to 19, at which about 500 points show the width.
    var zoom: Int {
        let pointsOfEquator = 500 * 2 * .pi * 6_378_137 / (2 * radius)
        var (zoom, points) = (3, 256.0 * 8)
        while zoom < 19, points * 2 <= pointsOfEquator {
            points *= 2
            zoom += 1
        }
        return zoom
    }
}
