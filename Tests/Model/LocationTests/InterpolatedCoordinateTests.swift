import Location
import Testing

/// Points on the path between two others.
struct InterpolatedCoordinateTests {
    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(
        "distances to both ends match the fraction anywhere and for any path",
        arguments: [
            (47.0, 8.0, 47.1, 8.2), (0, 179.9, 0, -179.9), (89.9, 0, 89.9, 170), (-37.8, 144.9, 51.5, -0.1),
            (-89.9999, 5, 89, 5), (10, 10, 10.0000001, 10),
        ])
    func shares(latitude: Double, longitude: Double, toLatitude: Double, toLongitude: Double) throws {
        let from = try coordinate(latitude, longitude), to = try coordinate(toLatitude, toLongitude)
        let whole = from.distance(to: to)
        for share in [0.1, 0.5, 0.9] {
            let point = from.interpolated(to: to, fraction: share)
            // On an ellipsoid the great circle is longer by up to 0.2 %, and so is the error of its fractions.
            #expect(abs(from.distance(to: point) - share * whole) < 0.004 * whole + 1e-6)
            #expect(abs(point.distance(to: to) - (1 - share) * whole) < 0.004 * whole + 1e-6)
        }
    }

    @Test("fractions beyond 0 and 1 return the ends")
    func ends() throws {
        let from = try coordinate(1, 2), to = try coordinate(3, 4)
        #expect(from.interpolated(to: to, fraction: 0) == from && from.interpolated(to: to, fraction: -1) == from)
        #expect(from.interpolated(to: to, fraction: 1) == to && from.interpolated(to: to, fraction: 2) == to)
        #expect(from.interpolated(to: from, fraction: 0.3) == from && from.interpolated(to: to, fraction: .nan) == from)
        #expect(try coordinate(0, 0).interpolated(to: coordinate(0, 180), fraction: 0.2) == coordinate(0, 0))
        #expect(try coordinate(90, 0).interpolated(to: coordinate(-90, 0), fraction: 0.8) == coordinate(-90, 0))
    }
}
