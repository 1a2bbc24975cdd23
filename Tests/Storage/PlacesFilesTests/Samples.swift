import Basics
import Location
import Places
import Testing

/// Sample places.
enum Samples {
    static func circle(
        _ name: String, at latitude: Double, _ longitude: Double, radius: Double = 100,
        dwell: Duration = Place.defaultDwell, created: Timestamp? = nil
    ) throws -> Place {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let circle = try #require(PlaceCircle(centre: centre, radius: radius))
        return try place(name, .circle(circle), dwell: dwell, created: created)
    }

    static func polygon(_ name: String, _ rings: [[(Double, Double)]]) throws -> Place {
        let corners = try rings.map { ring in
            try ring.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
        }
        return try place(name, .polygon(PlacePolygon(rings: corners)))
    }

    private static func place(
        _ name: String, _ shape: PlaceShape, dwell: Duration = Place.defaultDwell, created: Timestamp? = nil
    ) throws -> Place {
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: shape, dwell: dwell, created: created))
    }
}
