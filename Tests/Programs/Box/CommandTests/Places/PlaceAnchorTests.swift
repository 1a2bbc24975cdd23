import Command
import CommandLine
import Configuration
import Testing

struct PlaceAnchorTests {
    private static func watch(dragging: Bool = false, radius: Int = 40) -> String {
        "{\"latitude\":-37.81,\"longitude\":144.96,\"radius\":\(radius).0,\"set\":\"2026-01-01T00:00:00.000Z\","
            + "\"dragging\":\(dragging),\"since\":\"2026-01-01T00:\(dragging ? "30" : "00"):00.000Z\",\"lost\":false,\"distance\":12.4}\n"
    }

    private static let text = "40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00 +01:00, 12 m from it"
    private static let dragging = "DRAGGING since 2026-01-01 01:30:00 +01:00"
    private static let none = "no anchor watch is set; fix: whereismy place anchor here"
    private static let seen = "set=2026-01-01T00:00:00.000Z"
    private static let empty = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    private static func system(_ responses: [[UInt8]]) -> FakeSystem {
        FakeSystem(files: [FakeSystem.report: SampleReport.file()], responses: responses)
    }

    private static func success(_ text: String) -> CommandResult {
        CommandResult(output: Array(text.utf8), code: .success)
    }

    private static func content(_ members: String = "") -> String { "{\"radius\":40.0\(members)}" }

    @Test(
        "the watch is set at the given position, at the daemon's own, or ahead of it",
        arguments: [
            (["here"], content()), (["here", "--radius", "60"], "{\"radius\":60.0}"),
            (["-37.81,144.96"], content(",\"latitude\":-37.81,\"longitude\":144.96")),
            (["here", "--bearing", "210", "--distance", "25m"], content(",\"bearing\":210.0,\"distance\":25.0")),
        ])
    func set(arguments: [String], content: String) {
        let system = Self.system([Self.empty, FakeSystem.reply(Self.watch(), status: 201)])
        let result = system.run(["place", "anchor"] + arguments)
        #expect(result == Self.success("anchor: \(Self.text)\n"))
        #expect(system.requestLines == ["GET /v1/anchor HTTP/1.0", "POST /v1/anchor HTTP/1.0"])
        #expect(system.content(of: 1) == content)
    }

    @Test("the coordinates and units are those that the user has chosen")
    func style() {
        let system = PlaceSamples.system(Self.watch())
        let result = system.run("place", "anchor", "--coordinates", "ddm", "--units", "imperial")
        let expected = "131 ft around 37°48.600′S 144°57.600′E, since 2026-01-01 01:00:00 +01:00, 41 ft from it"
        #expect(result == Self.success("anchor: \(expected)\n"))
    }

    @Test("a watch that is unsure has the code of a position that is not current")
    func unsure() {
        let watch = Self.watch().split(separator: "\n")[0].dropLast() + ",\"unsure\":true}\n"
        let result = PlaceSamples.system(String(watch)).run("place", "anchor")
        #expect(result.text == "anchor: \(Self.text), UNSURE\n" && result.code == .lastKnownOnly)
        #expect(result.diagnostics == "whether the anchor holds is unsure: the receiver's position cannot be true")
    }

    @Test("a watch that dragged before it became unsure is unsure")
    func unsureDrag() {
        let watch = Self.watch(dragging: true).split(separator: "\n")[0].dropLast() + ",\"unsure\":true}\n"
        let result = PlaceSamples.system(String(watch)).run("place", "anchor")
        #expect(result.text == "anchor: \(Self.text), UNSURE\n" && result.code == .lastKnownOnly)
    }

    @Test("it is not set at an old position")
    func old() {
        let system = PlaceSamples.system(Self.watch(), runs: false)
        let result = system.run("place", "anchor", "here")
        #expect(result.diagnostics.hasPrefix("no current position for the anchor: the daemon is"))
        #expect(result.code == .lastKnownOnly && system.requests.isEmpty)
        _ = system.run("place", "anchor", "1,2")
        #expect(system.requestLines == ["GET /v1/anchor HTTP/1.0"])
    }

    @Test("without a position it is shown and stays, and dragging has an exit code", arguments: [[], ["show"]])
    func show(arguments: [String]) {
        let system = PlaceSamples.system(Self.watch(dragging: true))
        let result = system.run(["place", "anchor"] + arguments)
        #expect(
            result.text == "anchor: \(Self.text), \(Self.dragging)\n" && result.diagnostics == "the anchor is dragging")
        #expect(result.code == .dragging && system.requestLines == ["GET /v1/anchor HTTP/1.0"])
        let json = PlaceSamples.system(Self.watch()).run(["place", "anchor"] + arguments + ["--format", "json"])
        #expect(json == Self.success(Self.watch()))
        let none = Self.system([Self.empty]).run(["place", "anchor"] + arguments)
        #expect(none == CommandResult(diagnostics: Self.none, code: .nothingKnown))
    }

    @Test(
        "a watch is not replaced without --replace, nor by an older daemon, and its alarm is shown",
        arguments: [["here"], ["1,2"], ["--radius", "60"]])
    func refused(arguments: [String]) {
        let system = Self.system([FakeSystem.reply(Self.watch(dragging: true))])
        let result = system.run(["place", "anchor"] + arguments)
        let expected = "an anchor watch is set already: \(Self.text), \(Self.dragging); fix: --replace"
        #expect(result == CommandResult(diagnostics: expected, code: .failure))
        #expect(system.requestLines == ["GET /v1/anchor HTTP/1.0"])
    }

    @Test("a watch that another program sets meanwhile is not replaced", arguments: ["here", "1,2"])
    func race(position: String) {
        let conflict = FakeSystem.errorResponse(409, "anchor-set", "an anchor watch is set already; fix: replace=yes")
        let system = Self.system([Self.empty, conflict, FakeSystem.reply(Self.watch(dragging: true))])
        let result = system.run("place", "anchor", position)
        let expected = "an anchor watch is set already: \(Self.text), \(Self.dragging); fix: --replace"
        #expect(result == CommandResult(diagnostics: expected, code: .failure))
        let show = "GET /v1/anchor HTTP/1.0"
        #expect(system.requestLines == [show, "POST /v1/anchor HTTP/1.0", show])
    }

    @Test("--replace reports the watch that it ends")
    func replace() {
        let system = Self.system([
            FakeSystem.reply(Self.watch(dragging: true)), FakeSystem.reply(Self.watch(), status: 201),
        ])
        let result = system.run("place", "anchor", "here", "--replace")
        #expect(
            result.text == "ended: \(Self.text), \(Self.dragging)\nanchor: \(Self.text)\n" && result.code == .success)
        #expect(
            system.requestLines == ["GET /v1/anchor HTTP/1.0", "POST /v1/anchor?replace=yes&\(Self.seen) HTTP/1.0"])
    }

    @Test("a radius alone changes the circle of the same anchor")
    func resize() {
        let system = Self.system([
            FakeSystem.reply(Self.watch()), FakeSystem.reply(Self.watch(radius: 60), status: 201),
        ])
        let result = system.run("place", "anchor", "--radius", "60", "--replace")
        #expect(result.text.hasSuffix("\nanchor: 60 m" + Self.text.dropFirst(4) + "\n") && result.code == .success)
        #expect(system.content(of: 1) == "{\"radius\":60.0,\"latitude\":-37.81,\"longitude\":144.96}")
        let none = Self.system([Self.empty]).run("place", "anchor", "--radius", "60")
        #expect(none == CommandResult(diagnostics: Self.none + " --radius 60m", code: .nothingKnown))
    }

    @Test("up ends the watch and reports it")
    func up() {
        let system = Self.system([FakeSystem.reply(Self.watch()), Self.empty])
        #expect(system.run("place", "anchor", "up") == Self.success("ended: \(Self.text)\n"))
        #expect(system.requestLines == ["GET /v1/anchor HTTP/1.0", "DELETE /v1/anchor?\(Self.seen) HTTP/1.0"])
        let json = Self.system([FakeSystem.reply(Self.watch()), Self.empty])
            .run("place", "anchor", "up", "--format", "json")
        #expect(json.text == "{\"ended\":\(Self.watch().dropLast())}\n")
        let none = Self.system([Self.empty]).run("place", "anchor", "up")
        #expect(none == CommandResult(diagnostics: Self.none, code: .nothingKnown))
    }

    @Test(
        "an invalid command line is rejected",
        arguments: [
            (["up", "here"], "unexpected argument \"here\""), (["here", "1,2"], "unexpected argument \"1,2\""),
            (["show", "--replace"], "--replace is not supported by place anchor show"),
            (["--replace"], "place anchor --replace needs here or a position"),
            (["--bearing", "1"], "--bearing is not supported by place anchor without a position"),
            (["here", "--bearing", "210"], "--bearing and --distance need each other"),
            (["here", "--bearing", "361", "--distance", "5"], "--bearing: \"361\" is not a direction"),
            (["here", "--bearing", "1", "--distance", "2km"], "--distance: \"2km\" is not a distance up to 1km"),
        ])
    func usage(arguments: [String], message: String) {
        let result = PlaceSamples.system().run(["place", "anchor"] + arguments)
        #expect(result.diagnostics.hasPrefix(message) && result.code == .usage, "\(result.diagnostics)")
    }
}
