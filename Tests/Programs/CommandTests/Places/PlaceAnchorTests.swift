import Command
import Configuration
import Testing

struct PlaceAnchorTests {
    private static func watch(dragging: Bool = false) -> String {
        "{\"latitude\":-37.81,\"longitude\":144.96,\"radius\":40,\"set\":\"2026-01-01T00:00:00.000Z\","
            + "\"dragging\":\(dragging),\"distance\":12.4}\n"
    }

    @Test(
        "the watch is set at the given position, or at the daemon's own",
        arguments: [
            ([], "{\"radius\":40.0}"), (["--radius", "60"], "{\"radius\":60.0}"),
            (["-37.81,144.96"], "{\"radius\":40.0,\"latitude\":-37.81,\"longitude\":144.96}"),
        ])
    func set(arguments: [String], content: String) {
        let system = PlaceSamples.system(Self.watch(), status: 201)
        let result = system.run(["place", "anchor"] + arguments)
        #expect(
            result.text == "anchor: 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00, 12 m from it\n")
        #expect(result.code == .success)
        #expect(system.requestLines == ["POST /v1/anchor HTTP/1.0"])
        #expect(system.content(of: 0) == content)
    }

    @Test("it is not set at an old position")
    func old() {
        let system = PlaceSamples.system(Self.watch(), runs: false)
        let result = system.run("place", "anchor")
        #expect(result.diagnostics.hasPrefix("no current position for the anchor: the daemon is"))
        #expect(result.code == .lastKnownOnly && system.requests.isEmpty)
        #expect(system.run("place", "anchor", "1,2").code == .success)
    }

    @Test("it is shown, and dragging is a failure")
    func show() {
        let system = PlaceSamples.system(Self.watch(dragging: true))
        let result = system.run("place", "anchor", "show")
        #expect(result.text.hasPrefix("anchor: 40 m") && result.diagnostics == "the anchor is dragging")
        #expect(result.code == .failure && system.requestLines == ["GET /v1/anchor HTTP/1.0"])
        #expect(
            PlaceSamples.system(Self.watch()).run("place", "anchor", "show", "--format", "json").text == Self.watch())
        let none = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(
            none.run("place", "anchor", "show")
                == CommandResult(diagnostics: "no anchor watch is set; fix: whereismy place anchor", code: .failure))
    }

    @Test("up ends the watch")
    func up() {
        let system = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(system.run("place", "anchor", "up") == CommandResult(code: .success))
        #expect(system.requestLines == ["DELETE /v1/anchor HTTP/1.0"])
    }
}
