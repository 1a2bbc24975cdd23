import Command
import Configuration
import Location
import Testing

struct OpenCommandTests {
    private static let address = "https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/"

    private func world(
        _ variables: [String: String], browser: Int32? = 0, file: [UInt8] = SampleReport.file()
    ) -> FakeWorld {
        FakeWorld(files: [FakeWorld.report: file], browser: browser, variables: variables)
    }

    @Test("shows the map in the browser", arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func browser(variable: String) {
        let world = world([variable: ":0"])
        #expect(world.run("open") == Outcome(code: .success))
        #expect(world.started.count == 1)
        #expect(world.started.first?.first == "xdg-open")
        #expect(world.started.first?.last?.hasPrefix(Self.address) == true)
    }

    @Test("prints the address where there is no display")
    func noDisplay() {
        let world = world(["DISPLAY": ""])
        #expect(world.run("open").text.hasPrefix(Self.address))
        #expect(world.started.isEmpty)
    }

    @Test("prints the address where there is no browser", arguments: [nil, 3] as [Int32?])
    func noBrowser(code: Int32?) {
        let outcome = world(["DISPLAY": ":0"], browser: code).run("open")
        #expect(outcome.text.hasPrefix(Self.address))
        #expect(outcome.code == .success)
    }

    @Test(
        "opens what the provider calls the place",
        arguments: [
            ("google", "https://www.google.com/"), ("apple", "https://maps.apple.com/"), ("bing", "https://bing.com/"),
            ("geo", "geo:-37.809969,144.963264"),
        ])
    func provider(name: String, start: String) {
        #expect(world([:]).run("open", "--provider", name).text.hasPrefix(start))
    }

    @Test("warns when the position is not current, and exits as last does")
    func notCurrent() {
        let outcome = world([:], file: SampleReport.file(.noFix)).run("open")
        #expect(outcome.complaint == "the receiver has no position now; last known position, 10 s ago")
        #expect(outcome.text.hasPrefix(Self.address))
        #expect(outcome.code == .lastKnownOnly)
        let nothing = FakeWorld(daemonRuns: false, variables: ["DISPLAY": ":0"])
        #expect(nothing.run("open").code == .unreachable)
        #expect(nothing.started.isEmpty)
    }
}
