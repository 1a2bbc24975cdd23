import Configuration
import Location
import Testing

@testable import Daemon

struct SettingsChangeTests {
    /// The changed settings, by name.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Settings) -> Void
    }

    private func change(_ case: Case) -> SettingsChange {
        var settings = Settings()
        `case`.change(&settings)
        return SettingsChange(from: Settings(), to: settings)
    }

    @Test(
        "settings outside the API do not restart it",
        arguments: [
            Case(testDescription: "nothing") { _ in },
            Case(testDescription: "a receiver") { $0.device = "/dev/ttyUSB0" },
            Case(testDescription: "the carrier") { $0.platform = .sea },
            Case(testDescription: "the template") { $0.pageTemplate = "whereismymac.html" },
            Case(testDescription: "what is recorded") { $0.history.record = .all },
        ])
    func unchanged(_ case: Case) {
        #expect(!change(`case`).restartsService)
        #expect(change(`case`).issues.isEmpty)
    }

    @Test(
        "settings of the API restart it",
        arguments: [
            Case(testDescription: "the age") { $0.staleAfter = .seconds(3) },
            Case(testDescription: "the access") { $0.http.access = .open },
            Case(testDescription: "the ports") { $0.http.listen = [] },
            Case(testDescription: "the map") { $0.map.tiles = nil },
            Case(testDescription: "the history's end") { $0.history.isEnabled = false },
            Case(testDescription: "the gpsd") { $0.gpsd = GPSDAddress(host: "elsewhere") },
        ])
    func renewed(_ case: Case) {
        #expect(change(`case`).restartsService)
        #expect(change(`case`).issues.isEmpty)
    }

    @Test("a tile file is reopened, since it may have been replaced")
    func tiles() {
        var settings = Settings()
        settings.map.mbtiles = "/srv/map.mbtiles"
        #expect(SettingsChange(from: settings, to: settings).restartsService)
    }

    @Test("changed directories are rejected with the fix")
    func directories() throws {
        var settings = Settings()
        settings.runtimeDirectory = "/run/other"
        settings.stateDirectory = "/srv/state"
        let refusals = SettingsChange(from: Settings(), to: settings).issues.map(\.description)
        #expect(
            refusals == [
                "[paths]: runtime-directory is /run/whereismy while the daemon runs; fix: restart it for /run/other",
                "[paths]: state-directory is /var/lib/whereismy while the daemon runs; fix: restart it for /srv/state",
            ])
    }
}
