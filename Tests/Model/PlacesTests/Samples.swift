import Location
import Testing

@testable import Places

/// Sample places.
enum Samples {
    static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    static func circle(_ latitude: Double, _ longitude: Double, radius: Double) throws -> PlaceCircle {
        let centre = try coordinate(latitude, longitude)
        return try #require(PlaceCircle(centre: centre, radius: radius))
    }

    /// A square around the centre.
    static func square(around centre: Coordinate, half: Double) throws -> PlacePolygon {
        try PlacePolygon(rings: [ring(around: centre, half: half)])
    }

    static func ring(around centre: Coordinate, half: Double) -> [Coordinate] {
        [(-half, -half), (-half, half), (half, half), (half, -half)].map { centre.moved(north: $0.0, east: $0.1) }
    }
}
