import Location
import Testing

/// Two positions and the geodesic between them by GeographicLib 2.1 (Karney), whose error is in nanometres.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let from: (latitude: Double, longitude: Double)
    let to: (latitude: Double, longitude: Double)
    let distance: Double
    let bearing: Double

    var testDescription: String { name }

    init(_ name: String, _ from: (Double, Double), to: (Double, Double), distance: Double, bearing: Double) {
        self.name = name
        self.from = from
        self.to = to
        self.distance = distance
        self.bearing = bearing
    }

    func coordinates() throws -> (from: Coordinate, to: Coordinate) {
        (
            try #require(Coordinate(latitude: from.latitude, longitude: from.longitude)),
            try #require(Coordinate(latitude: to.latitude, longitude: to.longitude))
        )
    }

    static let all = [
        Sample("a metre", (0, 0), to: (0, 0.00000898), distance: 0.999649027, bearing: 90),
        Sample(
            "a hundred metres", (52.5, 13.4), to: (52.5006, 13.4011), distance: 100.189392298, bearing: 48.209826965),
        Sample("2 km over the north pole", (89.99, 30), to: (89.99, -150), distance: 2233.879590954, bearing: 0),
        Sample(
            "2 km over the antimeridian", (-16.8, 179.99), to: (-16.8, -179.99), distance: 2131.962606322,
            bearing: 90.002890318),
        Sample(
            "10 km", (-37.80996889, 144.96326388), to: (-37.75587613, 145.054046263), distance: 9999.999980343,
            bearing: 53.130102223),
        Sample("11 km from the south pole", (-90, 0), to: (-89.9, 77), distance: 11169.397841260, bearing: 77),
        Sample("25 km", (60, 24), to: (60.2, 24.2), distance: 24906.149840864, bearing: 26.447335647),
        Sample("100 km", (60, 24), to: (60.8, 24.8), distance: 99446.233684502, bearing: 25.976830818),
        Sample(
            "Melbourne to Lisbon", (-37.80996889, 144.96326388), to: (38.7, -9.1), distance: 17759491.015885670,
            bearing: 280.461240470),
        Sample(
            "New York to Singapore", (40.6, -73.8), to: (1.36666667, 103.98333333), distance: 15351275.874987077,
            bearing: 3.288106652),
        Sample(
            "far over the antimeridian", (65, -170), to: (60, 170), distance: 1164648.259930133, bearing: 250.751862437),
        Sample("along a meridian", (10, 20), to: (-30, 20), distance: 4425968.231174754, bearing: 180),
        Sample("a quarter of the equator", (0, 0), to: (0, 90), distance: 10018754.171394622, bearing: 90),
        Sample("as far as the equator is shortest", (0, 0), to: (0, 179.3), distance: 19959584.699233953, bearing: 90),
        Sample(
            "where the equator is a detour", (0, 0), to: (0, 179.5), distance: 19980861.908890963, bearing: 55.966495140
        ),
        Sample("to the pole", (0, 0), to: (90, 0), distance: 10001965.729312724, bearing: 0),
        Sample(
            "from beside one pole to the other", (-89.99999, 118.7), to: (90, -38.1), distance: 20003930.341685653,
            bearing: 0),
        Sample("antipodes on the equator", (0, 0), to: (0, 180), distance: 20003931.458625447, bearing: 0),
        Sample("antipodes", (41, -100), to: (-41, 80), distance: 20003931.458625447, bearing: 0),
        Sample(
            "nearly antipodes, Karney's case", (-30, 0), to: (29.9, 179.8), distance: 19989832.827609532,
            bearing: 161.890524736),
        Sample(
            "nearly antipodes at the equator", (0, 0), to: (0.5, 179.5), distance: 19936288.578965314,
            bearing: 25.671872868),
        Sample(
            "nearer antipodes at the equator", (0, 0), to: (0.5, 179.7), distance: 19944127.420750458,
            bearing: 15.556882793),
        Sample(
            "nearly antipodes", (36.493349428792, 0), to: (-36.52, 179.98), distance: 20000939.517586764,
            bearing: 177.788902455),
        Sample(
            "a metre from the antipode", (-5, 10), to: (4.99999, -170.00001), distance: 20003930.352789104,
            bearing: 179.999046231),
    ]
}

struct GeodesicTests {
    @Test("distances are accurate to 0.1 mm in both directions", arguments: Sample.all)
    func distance(sample: Sample) throws {
        let (from, to) = try sample.coordinates()
        #expect(abs(from.distance(to: to) - sample.distance) < 1e-4)
        #expect(abs(to.distance(to: from) - sample.distance) < 1e-4)
    }

    @Test("a bearing misses its end by less than 0.1 mm", arguments: Sample.all)
    func bearing(sample: Sample) throws {
        let (from, to) = try sample.coordinates()
        let difference = try #require(from.bearing(to: to)) - sample.bearing
        let off = abs(difference.remainder(dividingBy: 360)) * .pi / 180
        #expect(off * min(sample.distance, 100_000) < 1e-4)
    }

    @Test("the bearing to the same position is nil, also under equivalent coordinates")
    func nowhere() throws {
        let east = try #require(Coordinate(latitude: 10, longitude: 180))
        let west = try #require(Coordinate(latitude: 10, longitude: -180))
        #expect(east.bearing(to: east) == nil)
        #expect(east.bearing(to: west) == nil)
        #expect(east.distance(to: west) < 1e-8)
    }

    @Test("distances between all extreme coordinates are finite and at most half the circumference")
    func corners() throws {
        let latitudes = [-90, -89.999999999, -1e-12, 0, 1e-300, 45, 90]
        let longitudes = [-180, -179.999999999, -1e-12, 0, 90, 179.4, 180]
        let places = try latitudes.flatMap { latitude in
            try longitudes.map { try #require(Coordinate(latitude: latitude, longitude: $0)) }
        }
        for from in places {
            for to in places {
                #expect((0...20_003_931.459).contains(from.distance(to: to)))
                #expect((0..<360).contains(from.bearing(to: to) ?? 0))
            }
        }
    }
}
