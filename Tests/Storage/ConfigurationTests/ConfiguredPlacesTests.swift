import Configuration
import Location
import Places
import TestSupport
import Testing

struct ConfiguredPlacesTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String) -> String? {
        #expect(throws: ConfigurationError.self) { try settings(files: [Self.main: text]) }?.description
    }

    @Test("each section is a place, a circle or the polygon of a file")
    func places() throws {
        let directory = try ScratchDirectory()
        let polygon = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
        try directory.write("harbour.geojson", Array(polygon.utf8))
        let text = """
            [place Home sweet home]
            latitude = 51.5
            longitude = -0.1
            [place harbour]
            polygon = \(directory.file("harbour.geojson"))
            dwell = 1m
            """
        let found = ConfiguredPlaces(try #require(try settings(files: [Self.main: text])))
        try #require(found.places.map(\.name.text) == ["Home sweet home", "harbour"] && found.issues.isEmpty)
        #expect(found.places.map(\.dwell) == [Place.defaultDwell, .seconds(60)])
        guard case .circle(let circle) = found.places[0].shape, case .polygon = found.places[1].shape else {
            Issue.record("other shapes")
            return
        }
        #expect(circle.radius == 100 && circle.centre == Coordinate(latitude: 51.5, longitude: -0.1))
        #expect(found.files == [directory.file("harbour.geojson")])
    }

    @Test(
        "an unreadable polygon is an issue, and the other places stay",
        arguments: ["", "{}", #"{"type":"Point","coordinates":[0,0]}"#])
    func unreadable(content: String) throws {
        let directory = try ScratchDirectory()
        try directory.write("a.geojson", Array(content.utf8))
        let text = "[place a]\npolygon = \(directory.file("a.geojson"))\n[place b]\nlatitude = 1\nlongitude = 2"
        let found = ConfiguredPlaces(try #require(try settings(files: [Self.main: text])))
        #expect(found.places.map(\.name.text) == ["b"])
        #expect(found.issues.map(\.source) == [directory.file("a.geojson")])
    }

    @Test(
        "issues of a place have the fix",
        arguments: [
            ("[place]\nlatitude = 1", "needs a name, such as [place home]"),
            ("[place a/b]\nlatitude = 1", "\"a/b\" is not a name of a place, which has 1 to 64 bytes"),
            ("[place a]\nlatitude = 1", ":2: [place a] lacks longitude: it needs latitude and"),
            (
                "[place a]\nlatitude = 1\nlongitude = 2\npolygon = /a",
                "has both a polygon and a circle; fix: remove one"
            ),
            ("[place a]\nradius = 0", "is not a distance from 1m to 100km"),
            ("[place a]\npolygon = a", "is not a file by its full path"), ("[place a]\ndwell = 2h", "is not a time"),
        ])
    func wrong(text: String, message: String) throws {
        let problems = try #require(self.problems(text))
        #expect(problems.contains(message), "\(problems)")
    }
}
