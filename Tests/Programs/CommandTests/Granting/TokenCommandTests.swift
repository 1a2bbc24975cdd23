import Command
import Configuration
import Testing

struct TokenCommandTests {
    private static let made =
        #"{"name":"ha","scopes":["read"],"created":"2026-01-01T00:00:00.000Z","token":"abc"}"# + "\n"
    private static let listed =
        #"{"tokens":[{"name":"ha","scopes":["metrics","read"],"created":"2026-01-01T00:00:00.000Z"},"#
        + #"{"name":"p\u001b[2J","scopes":["metrics"],"created":"soon"}]}"# + "\n"

    private func world(_ content: String, status: Int = 200) -> FakeWorld {
        FakeWorld(told: .success(FakeWorld.reply(content, status: status)))
    }

    @Test("a token is printed alone, for scripts, with a warning on standard error")
    func add() {
        let world = world(Self.made, status: 201)
        let outcome = world.run("token", "add", "ha", "--scope", "read", "--scope=metrics")
        #expect(outcome.text == "abc\n" && outcome.code == .success)
        #expect(outcome.diagnostics == "the token is shown only once; store it now")
        #expect(world.requests.first?.hasPrefix("POST /v1/tokens HTTP/1.0\r\n") == true)
        #expect(world.requests.first?.hasSuffix("\r\n\r\n{\"name\":\"ha\",\"scopes\":[\"read\",\"metrics\"]}") == true)
        #expect(self.world(Self.made).run("token", "add", "ha", "--format", "json").text == Self.made)
    }

    @Test("tokens are listed in columns without control characters")
    func list() {
        let outcome = world(Self.listed).run("token", "list")
        #expect(
            outcome.text == """
                ha     metrics,read  since 2026-01-01 01:00:00
                p\u{FFFD}[2J  metrics       since soon

                """)
        #expect(
            world("{\"tokens\":[]}").run("token", "list") == CommandResult(diagnostics: "there are no tokens", code: .success))
        #expect(world(Self.listed).run("token", "list", "--format", "json").text == Self.listed)
    }

    @Test("a token from systemd's credential is listed as such")
    func credential() {
        let listed = #"{"tokens":[{"name":"ha","scopes":["read"],"origin":"credential"}]}"#
        #expect(world(listed).run("token", "list").text == "ha  read  from systemd's credential\n")
    }

    @Test("a token is revoked by any name")
    func revoke() {
        let world = FakeWorld(told: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(world.run("token", "revoke", "a/b c") == CommandResult(code: .success))
        #expect(world.requests == ["DELETE /v1/tokens/a%2Fb%20c HTTP/1.0\r\nConnection: close\r\n\r\n"])
        #expect(world.run("token", "revoke", "a", "--format", "json").text == "{\"revoked\":\"a\"}\n")
        let absent = FakeWorld(told: .success(FakeWorld.refusal(404, "absent", "there is no token of that name")))
        #expect(
            absent.run("token", "revoke", "a") == CommandResult(diagnostics: "there is no token of that name", code: .failure))
    }

    @Test("a missing daemon is reported")
    func dead() {
        let outcome = FakeWorld(daemonRuns: false).run("token", "list")
        #expect(outcome == CommandResult(diagnostics: "the daemon is not running", code: .unreachable))
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            ([], "token needs one of add, list, revoke"), (["ad"], "token: unknown action \"ad\", did you mean add?"),
            (["add"], "token add needs a name"), (["list", "x"], "unexpected argument \"x\""),
            (["revoke", "a", "b"], "unexpected argument \"b\""),
            (["add", "a", "--scope", "all"], "--scope: unknown value \"all\""),
            (["list", "--scope", "read"], "--scope is only for add"),
        ])
    func usage(options: [String], complaint: String) {
        let outcome = world("{}").run(["token"] + options)
        #expect(outcome.diagnostics.hasPrefix(complaint) && outcome.code == .usage, "\(outcome.diagnostics)")
    }
}
