import Location
import Pages
import Testing

@Suite("A link to a map")
struct MapLinkTests {
    @Test(
        "has each provider's form",
        arguments: [
            (
                MapProvider.openstreetmap,
                "https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/-37.809969/144.963264"
            ),
            (.google, "https://www.google.com/maps/search/?api=1&query=-37.809969%2C144.963264"),
            (.apple, "https://maps.apple.com/?ll=-37.809969%2C144.963264&q=My%20Linux%20box&z=19"),
            (
                .bing,
                "https://bing.com/maps/default.aspx?cp=-37.809969~144.963264&lvl=19"
                    + "&sp=point.-37.809969_144.963264_My%20Linux%20box"
            ),
            (.geo, "geo:-37.809969,144.963264;u=12.0"),
        ])
    func url(provider: MapProvider, expected: String) throws {
        #expect(MapLink.url(provider, for: try SampleReport.coordinate(), accuracy: 12) == expected)
    }

    @Test("exists for every provider, and for none without a position")
    func all() throws {
        #expect(MapLink.all(for: try SampleReport.fullFix()).map(\.provider) == MapProvider.allCases)
        #expect(MapLink.all(for: Fix(device: "a")).isEmpty)
        #expect(MapLink.url(.geo, for: Fix(device: "a")) == nil)
    }

    struct Geo: CustomStringConvertible, Sendable {
        let description: String
        var latitude = 1.5
        var longitude = 2.0
        var accuracy: Double?
        var altitude: Double?
        var verticalAccuracy: Double?
        let expected: String
    }

    static let geoURIs = [
        Geo(description: "unknown accuracy is left out, never 0", expected: "geo:1.500000,2.000000"),
        Geo(description: "accuracy", accuracy: 5.5, expected: "geo:1.500000,2.000000;u=5.5"),
        Geo(description: "accuracy of centimetres", accuracy: 0.014, expected: "geo:1.500000,2.000000;u=0.014"),
        Geo(description: "accuracy of less", accuracy: 0.00001, expected: "geo:1.500000,2.000000;u=0.001"),
        Geo(description: "accuracy rounded up", accuracy: 5.51, expected: "geo:1.500000,2.000000;u=5.6"),
        Geo(description: "ellipsoidal altitude", altitude: -3, expected: "geo:1.500000,2.000000,-3.0"),
        Geo(
            description: "altitude of unknown accuracy beside one that is known", accuracy: 5.5, altitude: -3,
            expected: "geo:1.500000,2.000000;u=5.5"),
        Geo(
            description: "altitude with a vertical accuracy that is no number", accuracy: 5.5, altitude: -3,
            verticalAccuracy: .nan, expected: "geo:1.500000,2.000000;u=5.5"),
        Geo(
            description: "vertical accuracy without a horizontal one", altitude: -3, verticalAccuracy: 2,
            expected: "geo:1.500000,2.000000,-3.0"),
        Geo(
            description: "one uncertainty for all dimensions", accuracy: 5.5, altitude: 50, verticalAccuracy: 9.5,
            expected: "geo:1.500000,2.000000,50.0;u=9.5"),
        Geo(
            description: "vertical accuracy without altitude", accuracy: 5.5, verticalAccuracy: 9.5,
            expected: "geo:1.500000,2.000000;u=5.5"),
        Geo(description: "pole", latitude: -90, longitude: 77, expected: "geo:-90.000000,0"),
        Geo(description: "no exponent", latitude: 0.0000004, longitude: -0.0000004, expected: "geo:0.000000,0.000000"),
        Geo(
            description: "no exponent in a large accuracy", accuracy: 1e20,
            expected: "geo:1.500000,2.000000;u=100000000000000000000.0"),
        Geo(
            description: "no exponent in a large altitude", accuracy: 5, altitude: 1e20, verticalAccuracy: 1e16,
            expected: "geo:1.500000,2.000000,100000000000000000000.0;u=10000000000000000.0"),
        Geo(
            description: "values that are no numbers", accuracy: .nan, altitude: .nan, expected: "geo:1.500000,2.000000"
        ),
    ]

    @Test("of the scheme geo follows RFC 5870", arguments: geoURIs)
    func geo(_ one: Geo) throws {
        let coordinate = try SampleReport.coordinate(one.latitude, one.longitude)
        let uri = MapLink.url(
            .geo, for: coordinate, accuracy: one.accuracy, ellipsoidalAltitude: one.altitude,
            verticalAccuracy: one.verticalAccuracy)
        #expect(uri == one.expected)
    }
}
