import Command
import CommandLine
import Configuration
import Testing

struct SessionCommandTests {
    private static let listed =
        #"{"sessions":[{"name":"iphone-safari","created":"2026-01-01T00:00:00.000Z","#
        + #""expires":"2026-01-31T00:00:00.000Z"}]}"# + "\n"

    @Test("sessions are listed with their times")
    func list() {
        let system = FakeSystem(response: .success(FakeSystem.reply(Self.listed)))
        let row = "iphone-safari  since 2026-01-01 01:00:00 +01:00  until 2026-01-31 01:00:00 +01:00\n"
        #expect(system.run("session").text == row)
        #expect(system.run("session", "list", "--format", "json").text == Self.listed)
        let none = FakeSystem(response: .success(FakeSystem.reply(#"{"sessions":[]}"#)))
        #expect(none.run("session") == CommandResult(diagnostics: "there are no sessions", code: .nothingKnown))
    }

    @Test("a session is ended by its name")
    func end() {
        let system = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(system.run("session", "end", "phone").text == "ended phone\n")
        #expect(system.requests == ["DELETE /v1/sessions/phone HTTP/1.0\r\nConnection: close\r\n\r\n"])
        #expect(system.run("session", "end", "phone", "--quiet").text.isEmpty)
        #expect(system.run("session", "end", "phone", "--format", "json").text == "{\"ended\":\"phone\"}\n")
        #expect(FakeSystem().run("session", "end").diagnostics == "session end needs a name of session list")
        #expect(FakeSystem(daemonRuns: false).run("session").code == .unreachable)
    }
}
