import Glibc
import Location
import Testing

/// A step and its end by the geodesics of GeographicLib, whose error is in nanometres.
struct Step: Sendable, CustomTestStringConvertible {
    let name: String
    let latitude: Double
    let longitude: Double
    let north: Double
    let east: Double
    let toLatitude: Double
    let toLongitude: Double

    var testDescription: String { name }
    var length: Double { hypot(north, east) }

    init(_ name: String, from: (Double, Double), by step: (Double, Double), to: (Double, Double)) {
        self.name = name
        (latitude, longitude) = from
        (north, east) = step
        (toLatitude, toLongitude) = to
    }

    static let all = [
        Step("a block", from: (-37.80996889, 144.96326388), by: (300, -400), to: (-37.807265926, 144.958721617)),
        Step("10 km", from: (-37.80996889, 144.96326388), by: (6000, 8000), to: (-37.755876130, 145.054046263)),
        Step("south from the equator", from: (0, 0), by: (-10000, 0), to: (-0.090436947, 0)),
        Step("along the equator", from: (0, 10), by: (0, 10000), to: (0, 10.089831528)),
        Step("high latitude", from: (78.2, 15.6), by: (5000, -5000), to: (78.244699952, 15.380243348)),
        Step(
            "east over the antimeridian", from: (-16.8, 179.99), by: (1000, 5000), to: (-16.790958543, -179.963097082)),
        Step("west over the antimeridian", from: (65, -179.95), by: (0, -9000), to: (64.999878201, 179.859223712)),
        Step("over the north pole", from: (89.99, 30), by: (5000, 0), to: (89.965234830, -150)),
        Step("beside the south pole", from: (-89.98, -120), by: (-1000, 4000), to: (-89.962522747, -47.143415648)),
        Step("away from the pole", from: (90, 20), by: (-7000, 0), to: (89.937328762, 20)),
    ]
}

struct GeodesyTests {
    @Test("a step ends where GeographicLib computes it", arguments: Step.all)
    func moves(step: Step) throws {
        let start = try #require(Coordinate(latitude: step.latitude, longitude: step.longitude))
        let end = start.moved(north: step.north, east: step.east)
        let north = (end.latitude - step.toLatitude) * 111_320
        let east = (end.longitude - step.toLongitude) * 111_320 * cos(step.toLatitude * .pi / 180)
        #expect(hypot(north, east) < step.length * 1e-5)
    }

    @Test("the distance of a step is its length", arguments: Step.all)
    func distance(step: Step) throws {
        let start = try #require(Coordinate(latitude: step.latitude, longitude: step.longitude))
        let end = try #require(Coordinate(latitude: step.toLatitude, longitude: step.toLongitude))
        #expect(abs(start.distance(to: end) - step.length) < step.length * 1e-5)
        #expect(abs(end.distance(to: start) - step.length) < step.length * 1e-5)
    }

    @Test("the distance to the same position is 0, also under equivalent coordinates")
    func zero() throws {
        let east = try #require(Coordinate(latitude: 10, longitude: 180))
        let west = try #require(Coordinate(latitude: 10, longitude: -180))
        #expect(east.distance(to: east) == 0)
        #expect(east.distance(to: west) < 1e-8)
    }

    @Test(
        "a non-finite step does not move, and a finite one ends on the Earth",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude])
    func total(metres: Double) throws {
        for latitude in [-90.0, -37.8, 0, 90] {
            let start = try #require(Coordinate(latitude: latitude, longitude: 180))
            for end in [start.moved(north: metres, east: 0), start.moved(north: 1, east: metres)] {
                #expect((-90...90).contains(end.latitude) && (-180...180).contains(end.longitude))
                #expect(metres.isFinite || end == start)
            }
        }
    }

    @Test(
        "clamping limits any value to its range",
        arguments: [
            (90.5, -200.0, 90.0, -180.0), (-100, 180.5, -90, 180), (.nan, .nan, 0, 0), (.infinity, 0, 90, 0),
            (-37.8, 145, -37.8, 145),
        ])
    func clamps(latitude: Double, longitude: Double, toLatitude: Double, toLongitude: Double) {
        let coordinate = Coordinate(clampingLatitude: latitude, longitude: longitude)
        #expect(coordinate == Coordinate(latitude: toLatitude, longitude: toLongitude))
    }
}
