import Configuration
import Location
import Testing

struct PrivacyZoneTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String) -> String? {
        #expect(throws: ConfigurationError.self) { try settings(files: [Self.main: text]) }?.description
    }

    @Test("each section is a zone, in file order, and later ones add to it")
    func zones() throws {
        let files = [
            Self.main: """
            [privacy-zone Home sweet home]
            longitude = -0.1
            latitude = 51.5
            [privacy-zone  work ]
            latitude = -37.81
            longitude = 144.963
            radius = 1500 m
            """.replacing("1500 m", with: "1500m"),
            Self.main + ".d/a.conf": "[privacy-zone work]\nradius = 20",
        ]
        let found = try #require(try settings(files: files)).privacyZones
        let centres = [Coordinate(latitude: 51.5, longitude: -0.1), Coordinate(latitude: -37.81, longitude: 144.963)]
        #expect(found.map(\.name) == ["Home sweet home", "work"])
        #expect(found.map(\.centre) == centres && found.map(\.radius) == [200, 20])
        #expect(try settings()?.privacyZones == [])
    }

    @Test(
        "issues of a zone have the fix",
        arguments: [
            ("[privacy-zone]\nlatitude = 1", ":2: [privacy-zone] needs a name, such as [privacy-zone home]"),
            ("[privacy-zone   ]\nlatitude = 1", "needs a name"),
            ("[privacy-zone a]\nlatitude = 91", ":2: latitude: \"91\" is not degrees north from -90 to 90"),
            ("[privacy-zone a]\nlatitude = 1\nlongitude = east", "is not degrees east from -180 to 180"),
            ("[privacy-zone a]\nlatitude = nan", "is not degrees north"),
            ("[privacy-zone a]\nlatitude = 5m", "is not degrees north"),
            ("[privacy-zone a]\nradius = 0", "is not a distance from 1m to 100km, such as 200m"),
            ("[privacy-zone a]\nradius = inf", "is not a distance"),
            (
                "[privacy-zone a]\nlatitude = 1",
                ":2: [privacy-zone a] lacks longitude: it needs latitude and"
            ),
            ("[privacy-zone a]\nradius = 5", "lacks latitude"),
            ("[privacy-zone a]\nlatitute = 1", "unknown key latitute in [privacy-zone a], did you mean latitude?"),
            ("[privacy-zone \(String(repeating: "x", count: 36))]\nlatitude = 1", "which has up to 35 bytes of text"),
            ("[privacy-zone \(String(repeating: "x", count: 60))]\nlatitude = 1", "which has up to 35 bytes of text"),
            ("[privacy-zone a\u{7}]\nlatitude = 1", "is not a name of a zone"),
            ("[privacy-zones a]\nlatitude = 1", "unknown section [privacy-zones a]"),
        ])
    func wrong(text: String, message: String) throws {
        let problems = try #require(self.problems(text))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("a name has at most 35 bytes")
    func longest() throws {
        let name = String(repeating: "x", count: 35)
        let text = "[privacy-zone \(name)]\nlatitude = 1\nlongitude = 2"
        #expect(try settings(files: [Self.main: text])?.privacyZones.map(\.name) == [name])
    }
}
