import Location

/// The embedded map of the page: the visible part of the Earth and the URL of OpenStreetMap's map of it.
struct MapView: Hashable, Sendable {
    /// The visible part.
    let box: MapBounds
    /// Metres from the centre to the edges.
    let radius: Double
    /// The marked position, clamped to the limit of web maps.
    let marker: Coordinate
    /// The URL of the map with a marker.
    let url: String

    /// The minimum radius in metres.
    static let minRadius = 50.0
    /// The radius for an unknown accuracy in metres.
    static let defaultRadius = 250.0
    /// The maximum radius in metres.
    static let maxRadius = 2_000_000.0

    /// The time that a moving position stays in the map in seconds: twice the reload interval, since the map reloads
    /// when the position leaves its inner half.
    static let travelTime = 20.0

    /// Creates the map of a position, with its accuracy in metres and its speed in metres per second, if known.
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

    /// The zoom level of web maps, 3 to 19, at which about 500 points span the width.
    ///
    /// The Mercator map is 256 points wide at level 0 and doubles at each further one. It shows the circle of latitude,
    /// which is shorter than the equator by its cosine.
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
