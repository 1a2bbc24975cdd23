import Basics
import Location
import Places
import PlacesFiles
import Testing

struct PlacesGeoJSONTests {
    @Test("round-trips places")
    func roundTrip() throws {
        let places = [
            try Samples.circle("home \"é\"", at: -37.80996889, 144.96326388, radius: 40.5, dwell: .milliseconds(2500)),
            try Samples.circle("pole", at: 90, 0, created: Timestamp(milliseconds: 1_790_000_000_123)),
            try Samples.polygon(
                "garden", [[(1, 2), (1, 2.1), (1.1, 2.1), (1.1, 2)], [(1.02, 2.02), (1.04, 2.02), (1.02, 2.04)]]),
            try Samples.polygon("reef", [[(-16.8, 179.9), (-16.8, -179.9), (-16.7, -179.9), (-16.7, 179.9)]]),
        ]
        let bytes = PlacesGeoJSON.encode(places)
        let parsed = try PlacesGeoJSON.decode(bytes)
        #expect(parsed.issues == [])
        #expect(parsed.places.map(\.name) == places.map(\.name))
        #expect(parsed.places.prefix(2) == places.prefix(2))
        #expect(parsed.places.map { PlacesGeoJSON.encode([$0]) } == places.map { PlacesGeoJSON.encode([$0]) })
        let inside = try #require(Coordinate(latitude: -16.75, longitude: 180))
        #expect(parsed.places[3].shape.contains(inside) && !parsed.places[2].shape.contains(inside))
        #expect(try PlacesGeoJSON.decode(PlacesGeoJSON.encode([])).places == [])
    }

    @Test("encodes the documented format")
    func document() throws {
        let circle = try Samples.circle(
            "home", at: 48.5, 11.25, dwell: .seconds(60), created: Timestamp(milliseconds: 0))
        let square = try Samples.polygon("reef", [[(0, 179.5), (1, 179.5), (1, -179.5), (0, -179.5)]])
        let text = String(decoding: PlacesGeoJSON.encode([circle, square]), as: UTF8.self)
        #expect(
            text == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[11.25,48.5]},"properties":{"name":"home",\
                "radius":100.0,"dwell":60.0,"created":"1970-01-01T00:00:00.000Z"}},
                {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[180.5,0.0],[180.5,1.0],[179.5,1.0],\
                [179.5,0.0],[180.5,0.0]]]},"properties":{"name":"reef"}}
                ]}

                """)
    }

    @Test(
        "reports invalid features with number and name and decodes the others",
        arguments: [
            (#"{"type":"Feature","geometry":null,"properties":{"name":"x"}}"#, #"entry 1 ("x"): it has no geometry"#),
            (#"{"type":"Feature","properties":{"radius":7}}"#, "entry 1: it has no name in its properties"),
            (
                #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"x"}}"#,
                #"entry 1 ("x"): it is a point without a radius in its properties"#
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"a/b"}}"#,
                #"entry 1 ("a/b"): its name is not"#
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[1,92]},"properties":{"name":"x","radius":9}}"#,
                "not a longitude and a latitude"
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[1e300,2]},"properties":{"name":"x","radius":9}}"#,
                "not a longitude and a latitude"
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[]},"properties":{"name":"x","radius":9}}"#,
                "not a longitude and a latitude"
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"x","radius":-9}}"#,
                "is not 1 to 100000 m"
            ),
            (
                #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"x","radius":9,"dwell":1e300}}"#,
                "is not 0 to 3600 s"
            ),
            (
                #"{"geometry":{"type":"LineString","coordinates":[[1,2]]},"properties":{"name":"x"}}"#,
                "is a LineString, not"
            ),
            (#"{"geometry":{"type":"Polygon","coordinates":[]},"properties":{"name":"x"}}"#, "needs one ring"),
            (
                #"{"geometry":{"type":"Polygon","coordinates":[[[1,2],[2,2]]]},"properties":{"name":"x"}}"#,
                "fewer than 3"
            ),
            (
                #"{"geometry":{"type":"MultiPolygon","coordinates":[[],[]]},"properties":{"name":"x"}}"#,
                "it has 2 polygons"
            ),
            (
                #"{"geometry":{"type":"Polygon","coordinates":[[1,2]]},"properties":{"name":"x"}}"#,
                "members have unexpected types"
            ),
            ("7", "members have unexpected types"), ("null", "members have unexpected types"),
        ])
    func faults(feature: String, expected: String) throws {
        let good = #"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"good","radius":9}}"#
        let text = #"{"type":"FeatureCollection","features":[\#(feature),\#(good)]}"#
        let parsed = try PlacesGeoJSON.decode(Array(text.utf8))
        #expect(parsed.places.map(\.name.text) == ["good"])
        #expect(parsed.issues.map(\.number) == [1])
        let issue = try #require(parsed.issues.first)
        #expect("\(issue)".contains(expected), "\(issue)")
    }

    @Test("a point without a radius has the default one if given")
    func usualRadius() throws {
        let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"x"}}"#
        let parsed = try PlacesGeoJSON.decode(Array(text.utf8), defaultRadius: 70)
        #expect(parsed.places == [try Samples.circle("x", at: 2, 1, radius: 70)])
    }

    @Test(
        "rejects documents that are not GeoJSON",
        arguments: [
            "", "{", "[]", "{}", #"{"type":"FeatureCollection"}"#, #"{"type":7}"#,
            #"{"type":"FeatureCollection","features":7}"#,
        ])
    func refuses(text: String) {
        #expect(throws: PlacesFormatError.self) { try PlacesGeoJSON.decode(Array(text.utf8)) }
    }

    @Test("survives files that are too large, too long, too deep or truncated")
    func hostile() throws {
        #expect(throws: PlacesFormatError.tooLarge(bytes: 8_000_001)) {
            try PlacesGeoJSON.decode([UInt8](repeating: 32, count: 8_000_001))
        }
        let many = #"{"type":"FeatureCollection","features":["# + String(repeating: "0,", count: 5000) + "0]}"
        #expect(throws: PlacesFormatError.tooMany(5000)) { try PlacesGeoJSON.decode(Array(many.utf8)) }
        let deep = #"{"type":"FeatureCollection","features":"# + String(repeating: "[", count: 100_000)
        #expect(throws: PlacesFormatError.self) { try PlacesGeoJSON.decode(Array(deep.utf8)) }
        let whole = PlacesGeoJSON.encode([
            try Samples.circle("home", at: 1, 2), try Samples.polygon("x", [[(1, 2), (1, 3), (2, 3)]]),
        ])
        for length in 0..<(whole.count - 3) {
            #expect(throws: PlacesFormatError.self) { try PlacesGeoJSON.decode(Array(whole.prefix(length))) }
        }
    }

    @Test("finds the only polygon in a collection, a feature or a geometry")
    func onePolygon() throws {
        let geometry = #"{"type":"Polygon","coordinates":[[[1,2],[2,2],[2,3],[1,2]]]}"#
        let feature = #"{"type":"Feature","properties":null,"geometry":\#(geometry)}"#
        let point = #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        for text in [geometry, feature, #"{"type":"FeatureCollection","features":[\#(point),\#(feature)]}"#] {
            #expect(try PlacesGeoJSON.polygon(Array(text.utf8)).rings.map(\.count) == [3])
        }
        let two = #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]}"#
        #expect(throws: PlacesFormatError.notOnePolygon(2)) { try PlacesGeoJSON.polygon(Array(two.utf8)) }
        #expect(throws: PlacesFormatError.notOnePolygon(0)) { try PlacesGeoJSON.polygon(Array(point.utf8)) }
        let flat = #"{"type":"Polygon","coordinates":[[[1,2],[2,2],[1,2]]]}"#
        #expect(throws: PlacesFormatError.badPolygon("ring 1 has fewer than 3 different corners")) {
            try PlacesGeoJSON.polygon(Array(flat.utf8))
        }
    }
}
