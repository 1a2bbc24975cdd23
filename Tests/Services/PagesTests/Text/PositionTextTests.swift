import Location
import Pages
import Testing

struct PositionTextTests {
    private func text(_ latitude: Double, _ longitude: Double, _ format: CoordinateFormat) throws -> String {
        PositionText.text(try #require(Coordinate(latitude: latitude, longitude: longitude)), format)
    }

    @Test(
        "degrees, minutes and seconds",
        arguments: [
            (54.3233, 10.1394, "54°19′23.9″N 10°08′21.8″E"), (-37.809969, -144.963264, "37°48′35.9″S 144°57′47.8″W"),
            (0, 0, "0°00′00.0″N 0°00′00.0″E"), (0.99999, -0.000001, "1°00′00.0″N 0°00′00.0″E"),
            (59.99999999, 179.99999999, "60°00′00.0″N 180°00′00.0″E"),
        ])
    func sexagesimal(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try text(latitude, longitude, .sexagesimal) == expected)
    }

    @Test(
        "degrees and decimal minutes",
        arguments: [
            (-37.809969, 144.963264, "37°48.598′S 144°57.796′E"), (54.3233, -10.1394, "54°19.398′N 10°08.364′W"),
            (0.9999999, -0.0000001, "1°00.000′N 0°00.000′E"),
        ])
    func decimalMinutes(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try text(latitude, longitude, .decimalMinutes) == expected)
    }

    /// Checked against PROJ and the Python package utm; the tests of the page have the same values.
    @Test(
        "UTM, with the exceptions for Norway and Svalbard",
        arguments: [
            (0, 0, "31N 166021 0"), (54.3233, 10.1394, "32U 574105 6020091"),
            (-37.809969, 144.963264, "55H 320710 5813314"), (60.5, 5.3, "32V 296817 6712810"),
            (78.2, 15.6, "33X 513696 8680760"), (-79.9, -179.9, "1C 443247 1128161"),
            (83.9, 41.9, "37X 534390 9317795"), (-0.0001, -0.0001, "30M 833967 9999988"),
            (40.7128, -74.006, "18T 583959 4507350"), (64, 3, "31W 500000 7097014"),
            (71.99, 25, "35W 430993 7988962"), (1, 179.9999, "60N 833916 110682"),
            (84.1, 0, "outside UTM (80° S to 84° N)"), (-80.1, 0, "outside UTM (80° S to 84° N)"),
        ] as [(Double, Double, String)])
    func utm(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try text(latitude, longitude, .utm) == expected)
    }

    @Test(
        "lengths and speeds in three systems of units",
        arguments: [
            (UnitSystem.metric, "500 m", "1.9 km", "36.0 km/h", "± 5.5 m"),
            (.imperial, "0.3 mi", "1.2 mi", "22.4 mph", "± 18.0 ft"),
            (.nautical, "500 m", "1.0 nmi", "19.4 kn", "± 5.5 m"),
        ])
    func units(system: UnitSystem, short: String, long: String, speed: String, accuracy: String) {
        #expect(DistanceText.text(500, system) == short && DistanceText.text(1860, system) == long)
        #expect(SpeedText.text(10, system) == speed && AccuracyText.text(5.5, system) == accuracy)
        #expect(DistanceText.text(.nan, system).isEmpty && DistanceText.altitude(.nan, system).isEmpty)
    }

    @Test(
        "altitudes below 10 km are whole metres or feet",
        arguments: [
            (159.6, UnitSystem.metric, "160 m"), (9999.4, .metric, "9999 m"), (-427.2, .metric, "-427 m"),
            (10_000, .metric, "10.0 km"), (1000, .imperial, "3281 ft"), (1000, .nautical, "1000 m"),
        ])
    func altitudes(metres: Double, system: UnitSystem, expected: String) {
        #expect(DistanceText.altitude(metres, system) == expected)
    }
}
