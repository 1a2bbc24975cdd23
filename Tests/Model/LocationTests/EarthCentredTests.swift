import Location
import Testing

/// A position by latitude, longitude and height, and by its Earth-centred coordinates (TR8350.2, equation 4-14).
struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let latitude, longitude, height: Double
    let x, y, z: Double

    static let all = [
        Place("Melbourne", at: (-37.80996889, 144.96326388, 50), ecef: (-4131115.53022, 2896587.38915, -3888832.04519)),
        Place("origin of coordinates", at: (0, 0, 0), ecef: (6378137, 0, 0)),
        Place("under the north pole", at: (90, 0, -20), ecef: (0, 0, 6356732.31425)),
        Place("Everest", at: (27.988056, 86.925278, 8820), ecef: (302741.34414, 5636004.5346, 2979475.63553)),
        Place("edge of space", at: (60, -179.5, 100_000), ecef: (-3246980.94713, -28335.97344, 5587079.67432)),
        Place("Dead Sea", at: (31.5, 35.5, -410), ecef: (4431135.10048, 3160697.95008, 3313072.79315)),
    ]

    private init(_ name: String, at position: (Double, Double, Double), ecef: (Double, Double, Double)) {
        testDescription = name
        (latitude, longitude, height) = position
        (x, y, z) = ecef
    }
}

struct EarthCentredTests {
    @Test("converts between Earth-centred coordinates and degrees to 0.1 mm", arguments: Place.all)
    func places(place: Place) throws {
        let position = try #require(ECEFVector(x: place.x, y: place.y, z: place.z))
        let coordinate = try #require(Coordinate(latitude: place.latitude, longitude: place.longitude))
        let found = try #require(GeodeticPosition(ecef: position))
        #expect(found.coordinate.distance(to: coordinate) < 1e-4)
        #expect(abs(found.ellipsoidalAltitude - place.height) < 1e-4)
        let back = try #require(ECEFVector(GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: place.height)))
        #expect(back.distance(to: position) < 1e-4)
    }

    @Test("agrees with the published example of EPSG's Guidance Note 7-2, method 9602, to its millimetre")
    func published() throws {
        let coordinate = try #require(
            Coordinate(latitude: 53 + 48 / 60.0 + 33.82 / 3600, longitude: 2 + 7 / 60.0 + 46.38 / 3600))
        let place = GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: 73)
        let position = try #require(ECEFVector(x: 3_771_793.968, y: 140_253.342, z: 5_124_304.349))
        #expect(try #require(ECEFVector(place)).distance(to: position) < 1e-3)
        let found = try #require(GeodeticPosition(ecef: position))
        #expect(found.coordinate.distance(to: coordinate) < 1e-3)
        #expect(abs(found.ellipsoidalAltitude - 73) < 1e-3)
    }

    @Test(
        "round-trips to a micrometre at every latitude",
        arguments: [-10_000.0, 0, 9000, 100_000, 20_200_000])
    func roundTrip(height: Double) throws {
        for latitude in stride(from: -90, through: 90, by: 0.5) {
            let coordinate = try #require(Coordinate(latitude: latitude, longitude: -179.25))
            let position = try #require(
                ECEFVector(GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: height)))
            let found = try #require(GeodeticPosition(ecef: position))
            #expect(found.coordinate.distance(to: coordinate) < 1e-6)
            #expect(abs(found.ellipsoidalAltitude - height) < 1e-6)
        }
    }

    @Test("the horizontal distance does not depend on the height", arguments: [-400.0, 0, 9000, 90_000])
    func levelDistance(height: Double) throws {
        let start = try #require(Coordinate(latitude: 46.4, longitude: -117))
        for metres in [0.0, 0.02, 5, 1000] {
            let end = GeodeticPosition(
                coordinate: start.moved(north: metres, east: -metres), ellipsoidalAltitude: height)
            let found = try #require(ECEFVector(end)).horizontalDistance(from: start)
            // The verticals of both positions diverge with the height.
            #expect(abs(found / (1 + height / 6.38e6) - metres * 2.0.squareRoot()) < 1e-6 + metres * 1e-4)
        }
    }

    @Test("no position exists near the centre of the Earth or beyond a million kilometres")
    func outOfReach() throws {
        for x in [0, 1000, 999_999, 1.1e9, 1e300] {
            #expect(GeodeticPosition(ecef: try #require(ECEFVector(x: x, y: 0, z: 0))) == nil)
        }
    }

    @Test(
        "converts a velocity to speed, course and climb",
        arguments: [
            // Latitude, longitude; x, y, z; speed, course, climb.
            ((0.0, 0.0), (0.0, 0.0, 3.0), (3.0, 0.0, 0.0)),
            ((0, 0), (2, 0, 0), (0, nil, 2)),
            ((0, 90), (-5, 0, 0), (5, 90, 0)),
            ((0, 90), (0, -4, -3), (3, 180, -4)),
            ((90, 0), (0, 1, -2), (1, 90, -2)),
            ((45, 180), (0, 1, 0), (1, 270, 0)),
        ] as [((Double, Double), (Double, Double, Double), (Double, Double?, Double))])
    func velocity(
        place: (latitude: Double, longitude: Double), vector: (x: Double, y: Double, z: Double),
        expected: (speed: Double, course: Double?, climb: Double)
    ) throws {
        let coordinate = try #require(Coordinate(latitude: place.latitude, longitude: place.longitude))
        let vector = try #require(ECEFVector(x: vector.x, y: vector.y, z: vector.z))
        let local = LocalVelocity(ecef: vector, at: coordinate)
        #expect(abs(local.speed - expected.speed) < 1e-9)
        #expect(abs(local.up - expected.climb) < 1e-9)
        guard let course = expected.course else { return }
        #expect(abs((try #require(local.course) - course).remainder(dividingBy: 360)) < 1e-6)
    }
}
