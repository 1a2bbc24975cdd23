import CommandLine
import Configuration
import Linux
import Testing

@testable import Command

struct ShareCommandTests {
    private static func made(_ url: String) -> String {
        #"{"id":"abcd2345","created":"2026-01-01T00:00:00.000Z","expires":"2026-01-01T02:07:02.311Z","url":"\#(url)"}"#
            + "\n"
    }

    private static let listed =
        #"{"shares":[{"id":"abcd2345","label":"Ada\u001b[2J","created":"2026-01-01T00:00:00.000Z","#
        + #""expires":"2026-01-01T02:00:00.000Z","precision":100,"delay":1800},"#
        + #"{"id":"efgh2345","created":"2026-01-01T00:00:00.000Z","expires":"2026-01-02T00:00:00.000Z"}]}"# + "\n"

    private func system(_ content: String = made("https://box.example/share/s3cret/"), columns: Int? = nil)
        -> FakeSystem
    {
        FakeSystem(response: .success(FakeSystem.reply(content, status: 201)), columns: columns)
    }

    @Test("a pipe gets only the link")
    func link() {
        let result = system().run("share")
        #expect(result == CommandResult(output: Array("https://box.example/share/s3cret/\n".utf8), code: .success))
    }

    @Test("a terminal also gets the QR code, black on white, and the lifetime")
    func terminal() {
        let lines = system(columns: 80).run("share").text.split(separator: "\n")
        #expect(lines.first == "https://box.example/share/s3cret/")
        #expect(lines.last == "exact position, until 2026-01-01 03:07:02 +01:00, or: whereismy share revoke abcd2345")
        let drawing = lines.dropFirst().dropLast()
        // 33 bytes need version 3 at level M: 29 modules and a quiet zone of 4 around them.
        #expect(drawing.count == 19)
        #expect(
            drawing.allSatisfy { $0.hasPrefix("\u{1B}[30;47m") && $0.hasSuffix("\u{1B}[0m") && $0.count == 37 + 12 })
        #expect(
            drawing.dropFirst(2).first?.contains("    \u{2588}\u{2580}\u{2580}\u{2580}\u{2580}\u{2580}\u{2588}") == true
        )
        #expect(system(columns: 30).run("share").text.split(separator: "\n").count == 2)
    }

    @Test("a link that others cannot open is printed with a warning")
    func unreachable() {
        let local = system(Self.made("http://localhost:8947/share/s/")).run("share")
        #expect(local.diagnostics.hasPrefix("only this machine can open the link") && local.code == .success)
        let none = system(Self.made("/share/s/")).run("share")
        #expect(none.diagnostics.hasPrefix("the daemon does not listen on TCP") && none.code == .success)
    }

    @Test("a link with the name of this machine alone follows its address in the network and its name of Avahi")
    func network() {
        let made = FakeSystem.reply(Self.made("http://box:8947/share/s/"), status: 201)
        let status = FakeSystem.reply(#"{"listeners":[{"address":"0.0.0.0:8947","access":"token"}]}"#)
        let home = MachineNetwork(
            addresses: [InterfaceAddress(interface: "wlan0", address: "192.168.1.5")], hostName: "box", hasAvahi: true)
        let link = "http://192.168.1.5:8947/share/s/"
        func run(_ network: MachineNetwork, columns: Int? = nil, _ options: String...) -> CommandResult {
            FakeSystem(responses: [made, status], columns: columns, network: network).run(["share"] + options)
        }
        #expect(run(home) == CommandResult(output: Array("\(link)\n".utf8), code: .success))
        let urls = #"["\#(link)","http://box.local:8947/share/s/","http://box:8947/share/s/"]"#
        let document = Self.made("http://box:8947/share/s/").dropLast(2)
        #expect(run(home, "--format", "json").text == "\(document),\"urls\":\(urls)}\n")
        let lines = run(home, columns: 80).text.split(separator: "\n")
        #expect(lines.first.map(String.init) == link)
        #expect(
            lines.filter { $0.hasPrefix("or: ") }
                == ["or: http://box.local:8947/share/s/", "or: http://box:8947/share/s/"])
        // The name of a server on the internet is its address; and a machine in no network has only its name.
        var server = home
        server.hostName = "box.example"
        let named = FakeSystem.reply(Self.made("http://box.example:8947/share/s/"), status: 201)
        let remote = FakeSystem(responses: [named, status], network: server)
        #expect(remote.run("share").text == "http://box.example:8947/share/s/\n" && remote.requests.count == 1)
        #expect(run(MachineNetwork(hostName: "box")).text == "http://box:8947/share/s/\n")
    }

    @Test(
        "the options are sent to the daemon",
        arguments: [
            ([], "{}"), (["--for", "90m"], #"{"for":"5400s"}"#),
            (["--until", "02:00"], #"{"until":"2026-01-01T01:00:00.000Z"}"#),
            (["--until", "00:30"], #"{"until":"2026-01-01T23:30:00.000Z"}"#),
            (["--until", "2026-01-31 10:00"], #"{"until":"2026-01-31T09:00:00.000Z"}"#),
            (["--since", "1h"], #"{"since":"2025-12-31T23:07:02.311Z"}"#),
            (["--precision", "100m"], #"{"precision":100}"#),
            (["--precision", "1.5km"], #"{"precision":1500}"#), (["--delay", "30m"], #"{"delay":1800}"#),
            (["--label", "a \"b\""], #"{"label":"a \"b\""}"#),
            (["--label", "Our van", "--note", "for Ada"], #"{"label":"Our van","note":"for Ada"}"#),
        ])
    func request(options: [String], content: String) {
        let system = system()
        #expect(system.run(["share"] + options).code == .success)
        #expect(system.requests.first?.hasPrefix("POST /v1/shares HTTP/1.0\r\n") == true)
        #expect(system.requests.first?.hasSuffix("\r\n\r\n\(content)") == true, "\(system.requests)")
    }

    @Test("shares are listed in columns, and revoked by their identifiers")
    func list() {
        #expect(
            system(Self.listed).run("share", "list").text == """
                abcd2345  until 2026-01-01 03:00:00 +01:00  to 100 m, 30 min late  Ada\u{FFFD}[2J
                efgh2345  until 2026-01-02 01:00:00 +01:00  exact

                """)
        let imperial = system(Self.listed).run("share", "list", "--units", "imperial").text
        #expect(imperial.contains("  to 328 ft, 30 min late"))
        #expect(system(Self.listed).run("share", "list", "--format", "json").text == Self.listed)
        #expect(
            system("{\"shares\":[]}").run("share", "list")
                == CommandResult(diagnostics: "there are no shares", code: .nothingKnown))
        let system = FakeSystem(response: .success(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)))
        #expect(system.run("share", "revoke", "abcd2345", "-q") == CommandResult(code: .success))
        #expect(system.requests == ["DELETE /v1/shares/abcd2345 HTTP/1.0\r\nConnection: close\r\n\r\n"])
    }

    private static let noted =
        #"{"shares":[{"id":"a2","label":"Our van","note":"Eve","expires":"2026-01-01T02:00:00.000Z"},"#
        + #"{"id":"b2","note":"Ada","expires":"2026-01-01T02:00:00.000Z"}]}"#

    @Test("a list has the title and, in parentheses, the note")
    func notes() {
        #expect(
            system(Self.noted).run("share", "list").text == """
                a2  until 2026-01-01 03:00:00 +01:00  exact  Our van (Eve)
                b2  until 2026-01-01 03:00:00 +01:00  exact  (Ada)

                """)
    }

    private static let noContent = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    private static let unknown = FakeSystem.errorResponse(404, "absent", "unknown share \\\"Ada\\\"")

    @Test("a share is revoked by its label, and each share with it")
    func label() {
        let shares = [("a2", "Ada"), ("b2", "Eve"), ("c2", "Ada")]
            .map { #"{"id":"\#($0)","label":"\#($1)","expires":""}"# }
        let listed = "{\"shares\":[\(shares.joined(separator: ","))]}"
        let system = FakeSystem(responses: [Self.unknown, FakeSystem.reply(listed), Self.noContent, Self.noContent])
        #expect(system.run("share", "revoke", "Ada").text == "revoked a2\nrevoked c2\n")
        #expect(
            system.requests.compactMap { $0.split(separator: " HTTP").first } == [
                "DELETE /v1/shares/Ada", "GET /v1/shares", "DELETE /v1/shares/a2", "DELETE /v1/shares/c2",
            ])
        let noted = FakeSystem(responses: [Self.unknown, FakeSystem.reply(Self.noted), Self.noContent])
        #expect(noted.run("share", "revoke", "Ada").text == "revoked b2\n")
        let none = FakeSystem(responses: [Self.unknown, FakeSystem.reply(Self.listed)]).run("share", "revoke", "Eve")
        #expect(none.diagnostics == "unknown share \"Ada\"" && none.code == .failure)
    }

    @Test("--all revokes all shares")
    func all() {
        let system = FakeSystem(responses: [FakeSystem.reply(Self.listed), Self.noContent, Self.noContent])
        #expect(system.run("share", "revoke", "--all").text == "revoked abcd2345\nrevoked efgh2345\n")
        #expect(system.requests.count == 3)
        let empty = self.system("{\"shares\":[]}")
        #expect(empty.run("share", "revoke", "--all").code == .nothingKnown)
        #expect(empty.requests.count == 1)
    }

    @Test("JSON is the daemon's response")
    func json() {
        let made = Self.made("https://box.example/share/s3cret/")
        #expect(system(made, columns: 80).run("share", "--format", "json").text == made)
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["--for", "soon"], "--for: \"soon\" is not a time such as 30m"),
            (["--for", "1h", "--until", "02:00"], "--for and --until cannot be combined"),
            (["--until", "2h"], "--until: \"2h\" is not a time in the future"),
            (["--until", "2020-01-01"], "--until: \"2020-01-01\" is not a time in the future"),
            (["--precision", "near"], "--precision: \"near\" is not a distance"),
            (["--precision", "nan"], "--precision: \"nan\" is not a distance"),
            (["--delay", "-1"], "--delay: \"-1\" is not a time"),
            (["list", "--for", "1h"], "--for is only for a new share"),
            (["revoke"], "share revoke needs a name: an ID, a label or a note of share list, or --all"),
            (["revoke", "--all", "abcd2345"], "unexpected argument \"abcd2345\""),
            (["list", "--all"], "--all is only for revoke"), (["now"], "share: unknown action \"now\""),
        ])
    func usage(options: [String], diagnostics: String) {
        let result = system().run(["share"] + options)
        #expect(result.diagnostics.hasPrefix(diagnostics) && result.code == .usage, "\(result.diagnostics)")
    }
}
