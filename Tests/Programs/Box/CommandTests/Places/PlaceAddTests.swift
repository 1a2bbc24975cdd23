import Command
import CommandLine
import Configuration
import TestSupport
import Testing

struct PlaceAddTests {
    /// The end of a place created now.
    private static let end = ",\"created\":\"2026-01-01T00:07:02.311Z\"}}"

    private func system(runs: Bool = true) -> FakeSystem { PlaceSamples.system("{}\n", status: 201, runs: runs) }

    @Test(
        "the place is sent to the daemon",
        arguments: [
            (
                ["Home"],
                "\"Point\",\"coordinates\":[144.96326388,-37.80996889]},\"properties\":{\"name\":\"Home\",\"radius\":100.0"
            ),
            (["At Work", "-37.5,-144.5"], "[-144.5,-37.5]},\"properties\":{\"name\":\"At Work\",\"radius\":100.0"),
            (["Hut", "--", "-37.5", "144.5"], "[144.5,-37.5]},\"properties\":{\"name\":\"Hut\",\"radius\":100.0"),
            (["Hut", "-37.5", "144.5"], "[144.5,-37.5]},\"properties\":{\"name\":\"Hut\",\"radius\":100.0"),
            (["Lake", "1,2", "--radius", "1.5km"], "{\"name\":\"Lake\",\"radius\":1500.0"),
            (["Gate", "1,2", "--dwell", "0"], "{\"name\":\"Gate\",\"radius\":100.0,\"dwell\":0.0"),
            (["Gate", "1,2", "--dwell=2m"], "{\"name\":\"Gate\",\"radius\":100.0,\"dwell\":120.0"),
        ])
    func request(arguments: [String], content: String) {
        let system = system()
        let result = system.run(["place", "add"] + arguments)
        #expect(result.code == .success, "\(result)")
        #expect(system.requestLines == ["POST /v1/places/own HTTP/1.0"])
        #expect(system.content(of: 0).hasSuffix(content + Self.end), "\(system.content(of: 0))")
    }

    @Test("the stored place is printed, as the daemon's response for programs")
    func response() {
        #expect(system().run("place", "add", "Hut", "1,2").text == "Hut: 100 m around 1.000000, 2.000000\n")
        #expect(system().run("place", "add", "Hut", "1,2", "--format", "json").text == "{}\n")
        let system = system()
        _ = system.run("place", "add", "Hut", "1,2", "--replace")
        #expect(system.requestLines == ["POST /v1/places/own?replace=yes HTTP/1.0"])
    }

    @Test("a place smaller than the accuracy of its position is created with a warning")
    func inaccurate() {
        let result = system().run("place", "add", "Hut", "--radius", "5")
        #expect(
            result.diagnostics == "the position is only known to ± 5.5 m, which is more than the radius of the place")
        #expect(result.code == .success)
        #expect(system().run("place", "add", "Hut", "1,2", "--radius", "5").diagnostics.isEmpty)
    }

    @Test("only a current position is used, and no place is created from an old one")
    func old() {
        let system = system(runs: false)
        let result = system.run("place", "add", "Home")
        #expect(
            result.diagnostics.hasPrefix("no current position for the place: the daemon is not running;"))
        #expect(result.code == .lastKnownOnly && system.requests.isEmpty)
        let nothing = FakeSystem()
        #expect(nothing.run("place", "add", "Home").code == .nothingKnown && nothing.requests.isEmpty)
    }

    @Test("the single polygon of a file is used, whatever its name")
    func polygon() throws {
        let directory = try ScratchDirectory()
        let ring = "[[[1,2],[1.1,2],[1.1,2.1],[1,2]]]"
        try directory.write("a.json", Array("{\"type\":\"Polygon\",\"coordinates\":\(ring)}".utf8))
        try directory.write("b.json", Array("{\"type\":\"Point\",\"coordinates\":[1,2]}".utf8))
        let system = system()
        let result = system.run("place", "add", "Field", "--polygon", directory.file("a.json"))
        #expect(result.text.hasPrefix("Field: 3 corners around 2.0333") && result.code == .success)
        #expect(
            system.content(of: 0).contains("\"Polygon\",\"coordinates\":[[[1.0,2.0],[1.1,2.0],[1.1,2.1],[1.0,2.0]]]"))
        let none = system.run("place", "add", "Field", "--polygon", directory.file("b.json"))
        #expect(none.diagnostics == "\(directory.file("b.json")): it has 0 polygons instead of one")
        #expect(none.code == .failure && system.requests.count == 1)
    }

    @Test("an error is reported with the daemon's detail")
    func rejected() {
        let taken = FakeSystem(
            files: [FakeSystem.report: SampleReport.file()],
            response: .success(FakeSystem.errorResponse(409, "taken", "there is one already")))
        let result = taken.run("place", "add", "Home")
        #expect(result == CommandResult(diagnostics: "there is one already, or use --replace", code: .failure))
        let dead = FakeSystem(daemonRuns: false).run("place", "add", "Home", "1,2")
        #expect(dead == CommandResult(diagnostics: "the daemon is not running", code: .unreachable))
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["add"], "place add needs the name of a place"),
            (["add", "-37.81,144.96"], "place add needs the name of a place before its position"),
            (["add", "a/b", "1,2"], "\"a/b\" is not a name of a place, which has 1 to 64 bytes"),
            (["add", "a", "91,0"], "\"91,0\" is not a position; accepted: -37.81,144.96 in degrees"),
            (["add", "a", "1", "2", "3"], "unexpected argument \"3\""),
            (["add", "a", "1,2", "--radius", "0"], "--radius: \"0\" is not a distance from 1m to 100km"),
            (["add", "a", "1,2", "--radius", "-5"], "--radius: \"-5\" is not a distance from 1m to 100km"),
            (["add", "a", "1,2", "--radius", "nan"], "--radius: \"nan\" is not a distance from 1m to 100km"),
            (["add", "a", "1,2", "--dwell", "2h"], "--dwell: \"2h\" is not a time from 0 to 1h"),
            (["add", "a", "1,2", "--polygon", "x"], "--polygon and a position cannot be combined"),
            (["add", "a", "--radius", "5", "--polygon", "x"], "--polygon and --radius cannot be combined"),
            (["list", "--radius", "5"], "--radius is not supported by place list"),
            (["import", "x", "--dwell", "5s"], "--dwell is not supported by place import"),
            (["add", "a", "1,2", "--format", "otrw"], "--format: place add writes text or json, not otrw"),
            (["export", "--format", "json"], "--format: place export writes geojson or otrw, not json"),
            (["export", "--format", "xml"], "--format: unknown value \"xml\", known are geojson, otrw"),
            (["list", "--format", "jsn"], "--format: unknown value \"jsn\", did you mean json?"),
            (["ad"], "place: unknown action \"ad\", did you mean add?"),
            (["show"], "place show needs the name of a place"),
            (["rename", "a"], "place rename needs the name of a place and a new one"),
            (["rename", "a", " "], "\" \" is not a name of a place"),
            (["import"], "place import needs a file"),
            (["anchor", "up", "now"], "unexpected argument \"now\""),
            (["anchor", "down"], "\"down\" is not a position"),
            (["anchor", "up", "--radius", "5"], "--radius is not supported by place anchor up"),
        ])
    func usage(arguments: [String], message: String) {
        let system = system()
        let result = system.run(["place"] + arguments)
        #expect(result.diagnostics.hasPrefix(message) && result.code == .usage, "\(result.diagnostics)")
        #expect(system.requests.isEmpty)
    }
}
