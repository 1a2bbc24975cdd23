import Command
import CommandLine
import Configuration
import Testing

struct TokenCommandTests {
    private static let made =
        #"{"name":"ha","scopes":["read"],"created":"2026-01-01T00:00:00.000Z","token":"abc"}"# + "\n"
    private static let listed =
        #"{"tokens":[{"name":"ha","scopes":["metrics","read"],"created":"2026-01-01T00:00:00.000Z"},"#
        + #"{"name":"p\u001b[2J","scopes":["metrics"],"created":"soon"}]}"# + "\n"

    private func system(_ content: String, status: Int = 200) -> FakeSystem {
        FakeSystem(response: .success(FakeSystem.reply(content, status: status)))
    }

    @Test("a token is printed alone, for scripts, with a warning on standard error")
    func add() {
        let system = system(Self.made, status: 201)
        let result = system.run("token", "add", "ha", "--scope", "read", "--scope=metrics")
        #expect(result.text == "abc\n" && result.code == .success)
        #expect(result.diagnostics == "the token is shown only once; store it now")
        #expect(system.requests.first?.hasPrefix("POST /v1/tokens HTTP/1.0\r\n") == true)
        #expect(system.requests.first?.hasSuffix("\r\n\r\n{\"name\":\"ha\",\"scopes\":[\"read\",\"metrics\"]}") == true)
        #expect(self.system(Self.made).run("token", "add", "ha", "--format", "json").text == Self.made)
    }

    @Test("tokens are listed in columns without control characters")
    func list() {
        let result = system(Self.listed).run("token", "list")
        #expect(
            result.text == """
                ha     metrics,read  since 2026-01-01 01:00:00 +01:00
                p\u{FFFD}[2J  metrics       since soon

                """)
        #expect(
            system("{\"tokens\":[]}").run("token", "list")
                == CommandResult(diagnostics: "there are no tokens", code: .nothingKnown))
        #expect(system(Self.listed).run("token", "list", "--format", "json").text == Self.listed)
    }

    @Test("a token from systemd's credential is listed as such")
    func credential() {
        let listed = #"{"tokens":[{"name":"ha","scopes":["read"],"origin":"credential"}]}"#
        #expect(system(listed).run("token", "list").text == "ha  read  from systemd's credential\n")
    }

    @Test("a token is revoked by any name")
    func revoke() {
        let system = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(
            system.run("token", "revoke", "a/b c")
                == CommandResult(output: Array("revoked a/b c\n".utf8), code: .success))
        #expect(system.requests == ["DELETE /v1/tokens/a%2Fb%20c HTTP/1.0\r\nConnection: close\r\n\r\n"])
        #expect(system.run("token", "revoke", "a", "--format", "json").text == "{\"revoked\":\"a\"}\n")
        let absent = FakeSystem(
            response: .success(FakeSystem.errorResponse(404, "absent", "there is no token of that name")))
        #expect(
            absent.run("token", "revoke", "a")
                == CommandResult(diagnostics: "there is no token of that name", code: .failure))
    }

    @Test("a missing daemon is reported")
    func dead() {
        let result = FakeSystem(daemonRuns: false).run("token", "list")
        #expect(result == CommandResult(diagnostics: "the daemon is not running", code: .unreachable))
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["ad"], "token: unknown action \"ad\", did you mean add?"),
            (["add"], "token add needs a name"), (["list", "x"], "unexpected argument \"x\""),
            (["revoke", "a", "b"], "unexpected argument \"b\""),
            (["add", "a", "--scope", "all"], "--scope: unknown value \"all\""),
            (["list", "--scope", "read"], "--scope is only for add"),
        ])
    func usage(options: [String], diagnostics: String) {
        let result = system("{}").run(["token"] + options)
        #expect(result.diagnostics.hasPrefix(diagnostics) && result.code == .usage, "\(result.diagnostics)")
    }
}
