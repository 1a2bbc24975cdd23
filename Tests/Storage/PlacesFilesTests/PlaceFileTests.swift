import Linux
import Location
import Places
import PlacesFiles
import TestSupport
import Testing

struct PlaceFileTests {
    private func places() throws -> PlaceCollection {
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.96))
        let circle = try #require(PlaceCircle(centre: centre, radius: 120))
        let name = try #require(PlaceName("Home"))
        return try PlaceCollection([try #require(Place(name: name, shape: .circle(circle)))])
    }

    @Test("round-trips places in a file readable by the group")
    func roundTrip() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("own-places.json")
        try PlaceFile.write(try places(), to: path)
        #expect(try PlaceFile.read(path) == places())
    }

    @Test("a missing file has no places")
    func absent() throws {
        let directory = try ScratchDirectory()
        #expect(try PlaceFile.read(directory.file("own-places.json")) == PlaceCollection())
    }

    @Test(
        "rejects a file with an invalid part as a whole",
        arguments: [
            "", "{", #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{}}]}"#,
        ])
    func broken(text: String) throws {
        let directory = try ScratchDirectory()
        try directory.write("own-places.json", Array(text.utf8))
        let path = directory.file("own-places.json")
        do {
            _ = try PlaceFile.read(path)
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasPrefix("\(path): "))
        }
    }
}
