import Command
import CommandLine
import Configuration
import Places
import TestSupport
import Testing

struct PlaceListTests {
    private let system = PlaceSamples.system()

    @Test("places are listed with distances, and with the daemon's decisions")
    func list() {
        let result = system.run("place", "list")
        #expect(
            result.text == """
                Home     100 m around -37.810000, 144.963264      inside
                At Work  50 m around -37.830000, 144.963264       2.2 km to its edge, to the south  in the configuration
                Town     4 corners around -37.800011, 144.950000  inside, not entered yet

                """, "\(result.text)")
        #expect(result.diagnostics.isEmpty && result.code == .success)
        #expect(system.requestLines == ["GET /v1/places HTTP/1.0"])
    }

    @Test("JSON has numbers, and omits unknown values")
    func json() {
        let text = system.run("place", "list", "--format", "json").text
        #expect(text.hasPrefix("{\"places\":[{\"name\":\"Home\",\"latitude\":-37.81,\"longitude\":144.963263888,"))
        #expect(
            text.contains(
                "\"radius\":100.0,\"dwell\":10.0,\"created\":\"2026-01-01T00:00:00.000Z\",\"configured\":false,"))
        #expect(text.contains("\"inside\":true,\"distance\":0.0,\"bearing\":"))
        #expect(text.contains("\"dwell\":90.0,\"configured\":true,\"inside\":false,\"distance\":21"))
        #expect(
            text.contains("{\"name\":\"Town\"") && text.contains("\"corners\":4,\"dwell\":10.0,\"configured\":false"))
        let show = system.run("place", "show", "At Work", "--format", "json").text
        #expect(show.hasPrefix("{\"name\":\"At Work\",") && show.hasSuffix("}\n"))
    }

    @Test("the direction is that to the edge of a polygon, not to its centre")
    func direction() {
        let field = """
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[\
            [144.95,-37.85],[145.5,-37.85],[145.5,-37.83],[144.95,-37.83],[144.95,-37.85]]]},\
            "properties":{"name":"Field","inside":false}}]}

            """
        let text = PlaceSamples.system(field).run("place", "list").text
        #expect(text.contains("  2.2 km to its edge, to the south\n"), "\(text)")
    }

    @Test("names are printed alone for scripts and shells")
    func names() {
        #expect(system.run("place", "list", "--format", "names").text == "Home\nAt Work\nTown\n")
    }

    @Test("a place is shown with all properties")
    func show() {
        #expect(
            system.run("place", "show", "At Work").text.split(separator: "\n").dropLast() == [
                "place      At Work", "shape      50 m around -37.830000, 144.963264",
                "from here  2.2 km to its edge, to the south", "dwell      90s", "defined    in the configuration",
            ])
        #expect(system.run("place", "show", "Home").text.contains("\ncreated    2026-01-01 01:00:00 +01:00\n"))
        let unknown = system.run("place", "show", "Hom")
        #expect(unknown.diagnostics == "there is no place named \"Hom\", did you mean \"Home\"?")
        #expect(unknown.code == .failure)
        #expect(
            system.run("place", "show", "Nowhere").diagnostics
                == "there is no place named \"Nowhere\"; list them: whereismy place list")
    }

    @Test("without a daemon places are read from the file, and the position keeps its age")
    func stored() throws {
        let directory = try PlaceSamples.directory([try PlaceSamples.circle("Hut", -37.81, 144.963, radius: 50)])
        let dead = FakeSystem(daemonRuns: false, files: [FakeSystem.report: SampleReport.file()])
        let result = dead.run("place", "list", "--state-directory", directory.path)
        #expect(result.text == "Hut  50 m around -37.810000, 144.963000  inside\n" && result.code == .success)
        #expect(result.diagnostics.hasPrefix("the daemon is not running; last known position"))
        let json = dead.run("place", "list", "--format", "json", "--state-directory", directory.path).text
        #expect(!json.contains("\"inside\"") && json.contains("\"configured\":false,\"distance\":0.0"))
        #expect(dead.run("place", "show", "Hut", "--state-directory", directory.path).code == .success)
        let none = FakeSystem(daemonRuns: false).run("place", "list")
        #expect(
            none == CommandResult(diagnostics: "there are no places; fix: whereismy place add", code: .nothingKnown))
    }

    @Test("places of the configuration are listed, and take precedence over stored ones of the same name")
    func configured() throws {
        let directory = try PlaceSamples.directory([
            try PlaceSamples.circle("Gate", 5, 6, radius: 50), try PlaceSamples.circle("Zoo", 7, 8, radius: 50),
        ])
        let configuration = "[place Gate]\nlatitude = 1\nlongitude = 2\n"
        let dead = FakeSystem(daemonRuns: false, files: ["/c.conf": Array(configuration.utf8)])
        let result = dead.run("place", "list", "--config", "/c.conf", "--state-directory", directory.path)
        #expect(
            result.text == """
                Gate  100 m around 1.000000, 2.000000    in the configuration
                Zoo   50 m around 7.000000, 8.000000

                """, "\(result)")
    }

    @Test("an unresponsive daemon is an error")
    func mute() {
        let result = FakeSystem().run("place", "list")
        #expect(
            result.diagnostics.hasPrefix("the daemon is running but does not respond") && result.code == .unreachable)
    }

    @Test("invalid places in the daemon's response are reported")
    func nonsense() {
        let odd = PlaceSamples.system("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"}]}")
        #expect(
            odd.run("place", "list", "--format", "names").diagnostics == "entry 1: it has no name in its properties")
        #expect(
            PlaceSamples.system("{}").run("place", "list").diagnostics.hasSuffix("the peer is not whereismyd"))
        #expect(PlaceSamples.system("[]").run("place", "list").code == .failure)
    }

    @Test("a place is removed and renamed by any name")
    func changes() {
        let gone = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(gone.run("place", "remove", "At Work").text == "removed At Work\n")
        #expect(gone.requestLines == ["DELETE /v1/places/own/At%20Work HTTP/1.0"])
        #expect(gone.run("place", "remove", "a", "--format", "json").text == "{\"removed\":\"a\"}\n")
        let renamed = PlaceSamples.system("{\"type\":\"Feature\"}\n")
        let result = renamed.run("place", "rename", "At Work", "Office \"2\"")
        #expect(result.text == "renamed At Work to Office \"2\"\n" && result.code == .success)
        #expect(renamed.requestLines == ["POST /v1/places/own/At%20Work/name HTTP/1.0"])
        #expect(renamed.content(of: 0) == "{\"name\":\"Office \\\"2\\\"\"}")
        #expect(renamed.run("place", "rename", "a", "b", "--format", "json").text == "{\"type\":\"Feature\"}\n")
    }

    @Test("places are exported for other programs, and unsupported ones reported")
    func export() {
        let geojson = system.run("place", "export", "--all")
        #expect(geojson.text.hasPrefix("{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\""))
        #expect(geojson.text.split(separator: "\n").count == 5 && !geojson.text.contains("inside"))
        #expect(geojson.diagnostics.isEmpty && geojson.code == .success)
        let waypoints = system.run("place", "export", "--all", "--format", "otrw")
        #expect(waypoints.text.hasPrefix("{\"_type\":\"waypoints\"") && waypoints.text.contains("\"desc\":\"At Work\""))
        #expect(waypoints.diagnostics == "\"Town\" is not a circle and was left out" && waypoints.code == .failure)
    }

    @Test("places of the configuration are not exported, as they cannot be imported again")
    func exportOwn() throws {
        let own = system.run("place", "export")
        #expect(own.text.contains("\"Home\"") && own.text.contains("\"Town\"") && !own.text.contains("At Work"))
        #expect(own.diagnostics.isEmpty && own.code == .success)
        #expect(!system.run("place", "export", "--format", "otrw").text.contains("At Work"))
        let dead = FakeSystem(
            daemonRuns: false, files: ["/c.conf": Array("[place Gate]\nlatitude = 1\nlongitude = 2\n".utf8)])
        let directory = try PlaceSamples.directory([])
        let options = ["--config", "/c.conf", "--state-directory", directory.path]
        let none = dead.run(["place", "export"] + options)
        #expect(!none.text.contains("Gate") && none.text.hasPrefix("{\"type\":\"FeatureCollection\""))
        #expect(none.diagnostics == "all places are in the configuration; --all includes them")
        #expect(dead.run(["place", "export", "--all"] + options).text.contains("\"Gate\""))
    }
}
