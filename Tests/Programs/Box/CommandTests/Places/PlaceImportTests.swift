import CommandLine
import Configuration
import Places
import PlacesFiles
import TestSupport
import Testing

@testable import Command

struct PlaceImportTests {
    private static let geojson = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A","radius":50}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"B"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[3,4]},"properties":{"name":"A","radius":60}}]}
        """
    private static let waypoints = """
        {"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"C","lat":2,"lon":1,"rad":70,"tst":1},
        {"_type":"waypoint","desc":"Beacon","lat":2,"lon":1,"rad":0,"tst":2}]}
        """

    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        try directory.write("a.json", Array(Self.geojson.utf8))
        try directory.write("b.otrw", Array(Self.waypoints.utf8))
    }

    private func system(_ content: String = "{\"added\":1,\"replaced\":0}") -> FakeSystem {
        PlaceSamples.system(content)
    }

    @Test("valid places are sent to the daemon, and invalid ones reported by number")
    func geojson() {
        let system = system()
        let result = system.run("place", "import", directory.file("a.json"))
        #expect(result.text == "1 added, 2 left out\n" && result.code == .failure)
        #expect(
            result.diagnostics == "entry 2 (\"B\"): it is a point without a radius in its properties\n"
                + "\"A\" occurs twice; the first one is used")
        #expect(system.requestLines == ["POST /v1/places/import HTTP/1.0"])
        #expect(system.content(of: 0).contains("[1.0,2.0]},\"properties\":{\"name\":\"A\",\"radius\":50.0}}\n]}"))
    }

    @Test("points without a radius get the given one")
    func radius() {
        let system = system("{\"added\":1,\"replaced\":1}")
        let result = system.run("place", "import", directory.file("a.json"), "--radius", "1km", "--replace")
        #expect(result.text == "1 added, 1 replaced, 1 left out\n")
        #expect(system.requestLines == ["POST /v1/places/import?replace=yes HTTP/1.0"])
        #expect(system.content(of: 0).contains("\"name\":\"B\",\"radius\":1000.0"))
    }

    @Test("OwnTracks waypoints are detected by content")
    func ownTracks() {
        let system = system()
        let result = system.run("place", "import", directory.file("b.otrw"), "--format", "json")
        #expect(result.text == "{\"added\":1,\"replaced\":0,\"left\":1}\n")
        #expect(result.diagnostics.hasPrefix("entry 2 (\"Beacon\"): it has no radius"))
        #expect(
            system.content(of: 0).contains("{\"name\":\"C\",\"radius\":70.0,\"created\":\"1970-01-01T00:00:01.000Z\"}"))
    }

    @Test("a file in another format is reported, and nothing is sent")
    func nonsense() throws {
        try directory.write("c.json", Array("a,b\n".utf8))
        let system = system()
        let result = system.run("place", "import", directory.file("c.json"))
        #expect(result.diagnostics == "\(directory.file("c.json")): neither GeoJSON nor OwnTracks waypoints")
        #expect(result.code == .failure && system.requests.isEmpty)
        #expect(system.run("place", "import", directory.file("d")).diagnostics.hasSuffix("No such file or directory"))
    }

    @Test("more places than fit into a request are sent in several")
    func portions() throws {
        let places = try (0..<400).map { number in
            try PlaceSamples.circle("place \(number) \(String(repeating: "x", count: 40))", 1, 2, radius: 5)
        }
        #expect(PlaceBatches.batches(of: places).count == 1)
        let portions = PlaceBatches.batches(of: places, maxBytes: 10_000)
        #expect(portions.flatMap(\.self) == places && portions.count > 5)
        #expect(PlaceBatches.batches(of: []).isEmpty)
    }

    @Test("several requests are sent only if none of the names is taken")
    func taken() throws {
        let filler = String(repeating: "x", count: 50)
        let features = (0..<4990).map { number in
            let properties =
                "{\"name\":\"\(number) \(filler)\",\"radius\":5,\"created\":\"2026-01-01T00:00:00.000Z\"}"
            return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1.123456789,2.123456789]},"
                + "\"properties\":\(properties)}"
        }
        let home =
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},"
            + "\"properties\":{\"name\":\"Home\",\"radius\":5}}"
        let list = (features + [home]).joined(separator: ",")
        try directory.write("big.json", Array("{\"type\":\"FeatureCollection\",\"features\":[\(list)]}".utf8))
        let system = system(PlaceSamples.listed)
        let result = system.run("place", "import", directory.file("big.json"))
        #expect(
            result.diagnostics == "there is a place named \"Home\" already: remove or rename it first, or use --replace"
        )
        #expect(result.code == .failure && system.requestLines == ["GET /v1/places HTTP/1.0"])
    }

    @Test("places of the configuration are reported and left out, the others imported")
    func configured() throws {
        try directory.write(
            "mine.json",
            PlacesGeoJSON.encode([
                try PlaceSamples.circle("New", 1, 2, radius: 50), try PlaceSamples.circle("At Work", 3, 4, radius: 50),
            ]))
        let errorResponse = FakeSystem.errorResponse(
            409, "configured", "At Work is a place of the configuration: change it there")
        let responses = [errorResponse, FakeSystem.reply(PlaceSamples.listed)]
        let system = FakeSystem(
            response: .success(FakeSystem.reply("{\"added\":1,\"replaced\":0}")), responses: responses)
        let result = system.run("place", "import", directory.file("mine.json"))
        #expect(result.text == "1 added, 1 left out\n" && result.code == .failure)
        #expect(result.diagnostics == "\"At Work\" is a place of the configuration and was left out")
        let post = "POST /v1/places/import HTTP/1.0"
        #expect(system.requestLines == [post, "GET /v1/places HTTP/1.0", post])
        #expect(system.content(of: 2).contains("\"New\"") && !system.content(of: 2).contains("At Work"))
        let alone = FakeSystem(response: .success(FakeSystem.reply(PlaceSamples.listed)), responses: [errorResponse])
        try directory.write("one.json", PlacesGeoJSON.encode([try PlaceSamples.circle("At Work", 3, 4, radius: 50)]))
        let none = alone.run("place", "import", "--replace", directory.file("one.json"), "--format", "json")
        #expect(none.text == "{\"added\":0,\"replaced\":0,\"left\":1}\n" && alone.requests.count == 2)
    }

    @Test("an error is reported with the daemon's detail")
    func rejected() {
        let system = FakeSystem(response: .success(FakeSystem.errorResponse(409, "taken", "A is taken")))
        #expect(
            system.run("place", "import", directory.file("b.otrw")).diagnostics
                == "A is taken, or use --replace")
        #expect(self.system("{}").run("place", "import", directory.file("b.otrw")).code == .failure)
    }
}
