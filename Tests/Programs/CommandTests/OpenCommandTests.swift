import Command
import Configuration
import Location
import Testing

struct OpenCommandTests {
    private static let address = "https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/"

    private static let link = "http://localhost:8947/sign-in?code=abc234"

    private func world(
        _ variables: [String: String], browser: Int32? = 0, file: [UInt8] = SampleReport.file(),
        reply: [UInt8] = FakeWorld.reply("{\"url\":\"\(link)\",\"expires\":\"2026-01-01T00:00:00Z\"}", status: 201)
    ) -> FakeWorld {
        FakeWorld(
            files: [FakeWorld.report: file], browser: browser, variables: variables, told: .success(reply))
    }

    @Test("opens the live page through a private file, with the link on no command line")
    func live() {
        let world = world(["DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/1000"])
        #expect(world.run("open") == CommandResult(code: .success))
        #expect(world.started == [["xdg-open", "/run/user/1000/whereismy-open.html"]])
        #expect(world.privateFiles.count == 1)
        #expect(world.privateFiles.first?.contains("http-equiv=\"refresh\" content=\"0;url=\(Self.link)\"") == true)
        #expect(world.requests.first?.hasPrefix("POST /v1/sign-in-links HTTP/1.0\r\n") == true)
    }

    @Test("without a runtime directory of the user the file is in a private directory")
    func noRuntimeDirectory() {
        let world = world(["DISPLAY": ":0", "XDG_RUNTIME_DIR": ""])
        #expect(world.run("open").code == .success)
        #expect(world.started == [["xdg-open", "/tmp/private/whereismy-open.html"]])
    }

    @Test("prints the link without a display, without a browser, or on request")
    func printed() {
        let expected = CommandResult(output: Array("\(Self.link)\n".utf8), code: .success)
        #expect(world(["DISPLAY": ""]).run("open") == expected)
        #expect(world(["DISPLAY": ":0"], browser: nil).run("open") == expected)
        #expect(world(["DISPLAY": ":0"], browser: 3).run("open") == expected)
        let asked = world(["DISPLAY": ":0"])
        #expect(asked.run("open", "--print") == expected)
        #expect(asked.started.isEmpty && asked.privateFiles.isEmpty)
    }

    @Test("without a live page the map is opened, with the reason")
    func fallback() {
        let refusal = FakeWorld.refusal(409, "no-listener", "the daemon does not listen on TCP")
        let deaf = world([:], reply: refusal).run("open")
        #expect(deaf.text.hasPrefix(Self.address) && deaf.code == .success)
        #expect(deaf.diagnostics == "no live page: the daemon does not listen on TCP")
        let dead = FakeWorld(daemonRuns: false, files: [FakeWorld.report: SampleReport.file()]).run("open")
        #expect(dead.text.hasPrefix(Self.address) && dead.code == .lastKnownOnly)
        #expect(
            dead.diagnostics.hasPrefix("no live page: the daemon is not running\nthe daemon is not running; last known"))
    }

    @Test(
        "an invalid link is rejected",
        arguments: [
            "javascript:alert(1)", "http://x/\\u0022onload=", "http://x/<b>", "file:///etc/passwd",
            "http://x/\\u001b[2J",
        ])
    func hostile(url: String) {
        let world = world(["DISPLAY": ":0"], reply: FakeWorld.reply("{\"url\":\"\(url)\"}"))
        let outcome = world.run("open")
        #expect(outcome.diagnostics == "no live page: \(FakeWorld.socket): the peer is not whereismyd")
        #expect(world.privateFiles.isEmpty)
    }

    @Test("opens a provider's map in the browser", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func browser(variable: String) {
        let world = world([variable: ":0"])
        #expect(world.run("open", "--provider", "openstreetmap") == CommandResult(code: .success))
        #expect(world.started.count == 1)
        #expect(world.started.first?.first == "xdg-open")
        #expect(world.started.first?.last?.hasPrefix(Self.address) == true)
    }

    @Test("prints the address of a map without a display or browser")
    func noBrowser() {
        for world in [world(["DISPLAY": ""]), world(["DISPLAY": ":0"], browser: nil)] {
            let outcome = world.run("open", "--provider", "openstreetmap")
            #expect(outcome.text.hasPrefix(Self.address) && outcome.code == .success)
        }
    }

    @Test(
        "opens the provider's address of the place",
        arguments: [
            ("google", "https://www.google.com/"), ("apple", "https://maps.apple.com/"), ("bing", "https://bing.com/"),
            ("geo", "geo:-37.809969,144.963264"),
        ])
    func provider(name: String, start: String) {
        #expect(world([:]).run("open", "--provider", name).text.hasPrefix(start))
    }

    @Test("warns if the position is not current, with the exit code of last")
    func notCurrent() {
        let outcome = world([:], file: SampleReport.file(.noFix)).run("open", "--provider", "openstreetmap")
        #expect(outcome.diagnostics == "the receiver has no position; last known position, 10 s ago")
        #expect(outcome.text.hasPrefix(Self.address))
        #expect(outcome.code == .lastKnownOnly)
        let nothing = FakeWorld(daemonRuns: false, variables: ["DISPLAY": ":0"])
        #expect(nothing.run("open").code == .unreachable)
        #expect(nothing.started.isEmpty)
    }
}
