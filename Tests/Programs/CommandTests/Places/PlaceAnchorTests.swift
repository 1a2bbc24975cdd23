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
        let world = PlaceSamples.world(Self.watch(), status: 201)
        let outcome = world.run(["place", "anchor"] + arguments)
        #expect(
            outcome.text == "anchor: 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00, 12 m from it\n")
        #expect(outcome.code == .success)
        #expect(world.questions == ["POST /v1/anchor HTTP/1.0"])
        #expect(world.content(of: 0) == content)
    }

    @Test("it is not set at an old position")
    func old() {
        let world = PlaceSamples.world(Self.watch(), runs: false)
        let outcome = world.run("place", "anchor")
        #expect(outcome.diagnostics.hasPrefix("no current position for the anchor: the daemon is"))
        #expect(outcome.code == .lastKnownOnly && world.requests.isEmpty)
        #expect(world.run("place", "anchor", "1,2").code == .success)
    }

    @Test("it is shown, and dragging is a failure")
    func show() {
        let world = PlaceSamples.world(Self.watch(dragging: true))
        let outcome = world.run("place", "anchor", "show")
        #expect(outcome.text.hasPrefix("anchor: 40 m") && outcome.diagnostics == "the anchor is dragging")
        #expect(outcome.code == .failure && world.questions == ["GET /v1/anchor HTTP/1.0"])
        #expect(
            PlaceSamples.world(Self.watch()).run("place", "anchor", "show", "--format", "json").text == Self.watch())
        let none = FakeWorld(told: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(
            none.run("place", "anchor", "show")
                == CommandResult(diagnostics: "no anchor watch is set; fix: whereismy place anchor", code: .failure))
    }

    @Test("up ends the watch")
    func up() {
        let world = FakeWorld(told: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(world.run("place", "anchor", "up") == CommandResult(code: .success))
        #expect(world.questions == ["DELETE /v1/anchor HTTP/1.0"])
    }
}
