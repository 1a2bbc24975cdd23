import Basics
import Location

/// The map in the page: what part of the earth it shows, and the URL of OpenStreetMap's embedded map of it.
struct MapView: Hashable, Sendable {
    /// What the map shows.
    let box: MapBounds
    /// Metres from the middle to the edges.
    let radius: Double
    /// The position as the map can mark it: at its edge where web maps end before it.
    let marker: Coordinate
    /// The address of the map, with a marker at the position.
    let url: String

    /// The least that is shown around a position, in metres.
    static let minRadius = 50.0
    /// What is shown around a position of unknown accuracy, in metres.
    static let defaultRadius = 250.0
    /// The most that is shown around a position, in metres.
    static let maxRadius = 2_000_000.0

    /// How long a position in motion stays in the map, in seconds: twice what lies between two loads of it, as it is
    /// loaded again when the position leaves its inner half.
    static let travelTime = 20.0

    /// Makes the map of a position.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - accuracy: Metres; nil where it is unknown.
    ///   - speed: Metres per second; nil where it is unknown.
    init(of coordinate: Coordinate, accuracy: Double?, speed: Double? = nil) {
        let travel = (speed ?? 0) * Self.travelTime
        let wanted = max(accuracy ?? Self.defaultRadius, travel.isFinite ? travel : 0, Self.minRadius)
        radius = min(wanted, Self.maxRadius)
        box = MapBounds(around: coordinate, radius: radius)
        let latitude = min(max(coordinate.latitude, -Earth.mercatorLimit), Earth.mercatorLimit)
        marker = Coordinate(clampingLatitude: latitude, longitude: coordinate.longitude)
        let edges = [box.west, box.south, box.east, box.north].map { FixedDecimalText.text($0, decimals: 6) }
        url =
            "https://www.openstreetmap.org/export/embed.html?bbox=\(edges.joined(separator: "%2C"))"
            + "&layer=mapnik&marker=\(MapLink.pair(marker, separator: "%2C"))"
    }

    /// The zoom step of web maps, 3 to 19, at which about 500 points show the width.
    ///
    /// The Mercator map is 256 points wide at step 0 and twice as wide at each further one, and shows the circle of
    /// latitude, which is shorter than the equator by its cosine.
    var zoom: Int {
        let circumference = 2 * .pi * 6_378_137 * Earth.cosine(ofDegrees: marker.latitude)
        let pointsOfCircle = 500 * circumference / (2 * radius)
        var (zoom, points) = (3, 256.0 * 8)
        while zoom < 19, points * 2 <= pointsOfCircle {
            points *= 2
            zoom += 1
        }
        return zoom
    }
}
