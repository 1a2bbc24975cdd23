import Location
import Testing

/// Two positions and the geodesic between them by GeographicLib 2.1 (Karney), whose error is in nanometres.
struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    let from: (latitude: Double, longitude: Double)
    let to: (latitude: Double, longitude: Double)
    let distance: Double
    let bearing: Double

    var testDescription: String { name }

    init(_ name: String, _ from: (Double, Double), _ to: (Double, Double), _ distance: Double, _ bearing: Double) {
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
        Way("a metre", (0, 0), (0, 0.00000898), 0.999649027, 90),
        Way("a hundred metres", (52.5, 13.4), (52.5006, 13.4011), 100.189392298, 48.209826965),
        Way("2 km over the north pole", (89.99, 30), (89.99, -150), 2233.879590954, 0),
        Way("2 km over the antimeridian", (-16.8, 179.99), (-16.8, -179.99), 2131.962606322, 90.002890318),
        Way("10 km", (-37.80996889, 144.96326388), (-37.75587613, 145.054046263), 9999.999980343, 53.130102223),
        Way("11 km from the south pole", (-90, 0), (-89.9, 77), 11169.397841260, 77),
        Way("25 km", (60, 24), (60.2, 24.2), 24906.149840864, 26.447335647),
        Way("100 km", (60, 24), (60.8, 24.8), 99446.233684502, 25.976830818),
        Way("Melbourne to Lisbon", (-37.80996889, 144.96326388), (38.7, -9.1), 17759491.015885670, 280.461240470),
        Way("New York to Singapore", (40.6, -73.8), (1.36666667, 103.98333333), 15351275.874987077, 3.288106652),
        Way("far over the antimeridian", (65, -170), (60, 170), 1164648.259930133, 250.751862437),
        Way("along a meridian", (10, 20), (-30, 20), 4425968.231174754, 180),
        Way("a quarter of the equator", (0, 0), (0, 90), 10018754.171394622, 90),
        Way("as far as the equator is shortest", (0, 0), (0, 179.3), 19959584.699233953, 90),
        Way("where the equator is a detour", (0, 0), (0, 179.5), 19980861.908890963, 55.966495140),
        Way("to the pole", (0, 0), (90, 0), 10001965.729312724, 0),
        Way("from beside one pole to the other", (-89.99999, 118.7), (90, -38.1), 20003930.341685653, 0),
        Way("antipodes on the equator", (0, 0), (0, 180), 20003931.458625447, 0),
        Way("antipodes", (41, -100), (-41, 80), 20003931.458625447, 0),
        Way("nearly antipodes, Karney's case", (-30, 0), (29.9, 179.8), 19989832.827609532, 161.890524736),
        Way("nearly antipodes at the equator", (0, 0), (0.5, 179.5), 19936288.578965314, 25.671872868),
        Way("nearer antipodes at the equator", (0, 0), (0.5, 179.7), 19944127.420750458, 15.556882793),
        Way("nearly antipodes", (36.493349428792, 0), (-36.52, 179.98), 20000939.517586764, 177.788902455),
        Way("a metre from the antipode", (-5, 10), (4.99999, -170.00001), 20003930.352789104, 179.999046231),
    ]
}

struct GeodesicTests {
    @Test("distances are accurate to 0.1 mm in both directions", arguments: Way.all)
    func distance(way: Way) throws {
        let (from, to) = try way.coordinates()
        #expect(abs(from.distance(to: to) - way.distance) < 1e-4)
        #expect(abs(to.distance(to: from) - way.distance) < 1e-4)
    }

    @Test("a bearing misses its end by less than 0.1 mm", arguments: Way.all)
    func bearing(way: Way) throws {
        let (from, to) = try way.coordinates()
        let difference = try #require(from.bearing(to: to)) - way.bearing
        let off = abs(difference.remainder(dividingBy: 360)) * .pi / 180
        #expect(off * min(way.distance, 100_000) < 1e-4)
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
