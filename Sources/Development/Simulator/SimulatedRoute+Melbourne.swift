import Location

extension SimulatedRoute {
    /// A quarter of an hour on foot through the middle of Melbourne and back.
    ///
    /// It begins at the position that WhereIsMyMac was tested with and follows the city's grid, which is turned by 20
    /// degrees.
    public static let melbourne = SimulatedRoute(
        origin: Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388), altitude: 45.1, speed: 1.4,
        steps: [
            .walk(distance: 430, course: 160), .pause(.seconds(20)),
            .walk(distance: 220, course: 70), .pause(.seconds(10)),
            .walk(distance: 215, course: 340), .pause(.seconds(30)),
            .walk(distance: 215, course: 340), .pause(.seconds(10)),
        ])
}
