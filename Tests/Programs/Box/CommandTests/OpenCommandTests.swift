import CommandLine
import Configuration
import Linux
import Location
import Testing

@testable import Command

struct OpenCommandTests {
    private static let address = "https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/"

    private static let link = "http://localhost:8947/sign-in?code=abc234"

    private func system(
        _ variables: [String: String], browser: Int32? = 0, file: [UInt8] = SampleReport.file(),
        reply: [UInt8] = FakeSystem.reply("{\"url\":\"\(link)\",\"expires\":\"2026-01-01T00:00:00Z\"}", status: 201)
    ) -> FakeSystem {
        FakeSystem(
            files: [FakeSystem.report: file], browser: browser, variables: variables, response: .success(reply))
    }

    @Test("opens the live page through a private file, with the link on no command line")
    func live() {
        let system = system(["DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run/user/1000"])
        #expect(system.run("open") == CommandResult(code: .success))
        #expect(system.started == [["xdg-open", "/run/user/1000/whereismy-open.html"]])
        #expect(system.privateFiles.count == 1)
        #expect(system.privateFiles.first?.contains("http-equiv=\"refresh\" content=\"0;url=\(Self.link)\"") == true)
        #expect(system.requests.first?.hasPrefix("POST /v1/sign-in-links HTTP/1.0\r\n") == true)
    }

    @Test("without a runtime directory of the user the file is in a private directory")
    func noRuntimeDirectory() {
        let system = system(["DISPLAY": ":0", "XDG_RUNTIME_DIR": ""])
        #expect(system.run("open").code == .success)
        #expect(system.started == [["xdg-open", "/tmp/private/whereismy-open.html"]])
    }

    @Test("prints the link without a display, without a browser, or on request")
    func printed() {
        let expected = CommandResult(output: Array("\(Self.link)\n".utf8), code: .success)
        #expect(system(["DISPLAY": ""]).run("open") == expected)
        #expect(system(["DISPLAY": ":0"], browser: nil).run("open") == expected)
        #expect(system(["DISPLAY": ":0"], browser: 3).run("open") == expected)
        let asked = system(["DISPLAY": ":0"])
        #expect(asked.run("open", "--print") == expected)
        #expect(asked.started.isEmpty && asked.privateFiles.isEmpty)
    }

    @Test("prints the address that another machine reaches, where there is one")
    func reachable() {
        let link = FakeSystem.reply("{\"url\":\"\(Self.link)\"}", status: 201)
        let status = FakeSystem.reply(#"{"listeners":[{"address":"0.0.0.0:8947","access":"token"}]}"#)
        let network = MachineNetwork(addresses: [InterfaceAddress(interface: "wlan0", address: "192.168.1.5")])
        let system = FakeSystem(responses: [link, status], network: network)
        #expect(system.run("open", "--print").text == "http://192.168.1.5:8947/sign-in?code=abc234\n")
        let alone = FakeSystem(responses: [link, FakeSystem.reply("{}")], network: network)
        #expect(alone.run("open", "--print").text == "\(Self.link)\n")
    }

    @Test("without a live page the map is opened, with the reason")
    func fallback() {
        let errorResponse = FakeSystem.errorResponse(409, "no-listener", "the daemon does not listen on TCP")
        let deaf = system([:], reply: errorResponse).run("open")
        #expect(deaf.text.hasPrefix(Self.address) && deaf.code == .success)
        #expect(deaf.diagnostics == "no live page: the daemon does not listen on TCP")
        let dead = FakeSystem(daemonRuns: false, files: [FakeSystem.report: SampleReport.file()]).run("open")
        #expect(dead.text.hasPrefix(Self.address) && dead.code == .lastKnownOnly)
        #expect(
            dead.diagnostics.hasPrefix("no live page: the daemon is not running\nthe daemon is not running; last known")
        )
    }

    @Test(
        "an invalid link is rejected",
        arguments: [
            "javascript:alert(1)", "http://x/\\u0022onload=", "http://x/<b>", "file:///etc/passwd",
            "http://x/\\u001b[2J",
        ])
    func hostile(url: String) {
        let system = system(["DISPLAY": ":0"], reply: FakeSystem.reply("{\"url\":\"\(url)\"}"))
        let result = system.run("open")
        #expect(result.diagnostics == "no live page: \(FakeSystem.socket): the peer is not whereismyd")
        #expect(system.privateFiles.isEmpty)
    }

    @Test("opens a provider's map in the browser", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func browser(variable: String) {
        let system = system([variable: ":0"])
        #expect(system.run("open", "--provider", "openstreetmap") == CommandResult(code: .success))
        #expect(system.started.count == 1)
        #expect(system.started.first?.first == "xdg-open")
        #expect(system.started.first?.last?.hasPrefix(Self.address) == true)
    }

    @Test("prints the address of a map without a display or browser")
    func noBrowser() {
        for system in [system(["DISPLAY": ""]), system(["DISPLAY": ":0"], browser: nil)] {
            let result = system.run("open", "--provider", "openstreetmap")
            #expect(result.text.hasPrefix(Self.address) && result.code == .success)
        }
    }

    @Test(
        "opens the provider's address of the place",
        arguments: [
            ("google", "https://www.google.com/"), ("apple", "https://maps.apple.com/"), ("bing", "https://bing.com/"),
            ("geo", "geo:-37.809969,144.963264"),
        ])
    func provider(name: String, start: String) {
        #expect(system([:]).run("open", "--provider", name).text.hasPrefix(start))
    }

    @Test("warns if the position is not current, with the exit code of last")
    func notCurrent() {
        let result = system([:], file: SampleReport.file(.noFix)).run("open", "--provider", "openstreetmap")
        #expect(result.diagnostics == "the receiver has no position; last known position, 10 s ago")
        #expect(result.text.hasPrefix(Self.address))
        #expect(result.code == .lastKnownOnly)
        let nothing = FakeSystem(daemonRuns: false, variables: ["DISPLAY": ":0"])
        #expect(nothing.run("open").code == .unreachable)
        #expect(nothing.started.isEmpty)
    }
}
