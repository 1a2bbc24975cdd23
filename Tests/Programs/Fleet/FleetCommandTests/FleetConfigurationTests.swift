import Basics
import CommandLine
import Configuration
import FleetCollector
import Linux
import Testing

@testable import FleetCommand

/// The configuration of a fleet is read whole, and each fault names its line and its fix.
struct FleetConfigurationTests {
    private func load(_ text: String, dropIns: [String: String] = [:]) throws -> LoadedSettings<FleetSettings> {
        let files = ConfigurationFiles(
            contents: { path throws(SystemError) in
                if path == "/c/fleet.conf" { return Array(text.utf8) }
                guard let name = path.split(separator: "/").last, let drop = dropIns[String(name)] else {
                    throw SystemError("open", path, code: 2)
                }
                return Array(drop.utf8)
            },
            names: { _ throws(SystemError) in Array(dropIns.keys) })
        return try load(file: "/c/fleet.conf", files)
    }

    private func load(file: String?, _ files: ConfigurationFiles) throws -> LoadedSettings<FleetSettings> {
        let options = try FleetProgram.overview.parse(file.map { ["--config", $0] } ?? [])
        return try options.loadedSettings(of: FleetSettings.self, environment: [:], files: files)
    }

    @Test("outlines and towns are its own, then those that the packages install")
    func map() {
        let settings = FleetSettings(environment: ["STATE_DIRECTORY": "/state"])
        #expect(
            settings.landFiles(installedWith: "/opt/bin") == [
                "/state/land", "/opt/share/whereismy-fleet/land", "/usr/share/whereismy-fleet/land",
                "/opt/share/whereismy/land", "/usr/share/whereismy/land",
            ])
        #expect(settings.shared.gazetteerFile == "/state/places.db")
        #expect(FleetSettings(environment: [:]).shared.gazetteerFile == "/var/lib/whereismy-fleet/places.db")
    }

    @Test("all settings are read, and a drop-in wins")
    func whole() throws {
        let loaded = try load(
            """
            [database]
            url = host=/run/postgresql dbname=fleet
            [mqtt]
            broker = mqtts://broker.example.org
            user = fleet-collector
            password-file = /etc/whereismy/p
            owntracks = yes
            [http]
            listen = 127.0.0.1:9000, [::1]:9000
            public-address = https://example.org/fleet/
            proxy-socket = /run/x/proxy.sock
            proxy-header = Remote-User
            names = fleet.local
            [map]
            tiles = none
            [limits]
            commit-delay = 20ms
            [webhook alerts]
            url = https://hooks.example.org/x
            events = silent, back
            devices = van, boat
            """, dropIns: ["a.conf": "[limits]\ncommit-delay = 30ms\n", "b.txt": "nonsense"])
        #expect(loaded.issues.isEmpty, "\(loaded.issues)")
        let settings = loaded.settings, collector = settings.completeCollector
        #expect(collector.database == "host=/run/postgresql dbname=fleet")
        let broker = try #require(collector.broker)
        #expect(broker.host == "broker.example.org" && broker.port == 8883 && broker.isEncrypted)
        #expect(broker.takesOwnTracks && broker.user == "fleet-collector")
        #expect(settings.listen.map(\.text) == ["127.0.0.1:9000", "[::1]:9000"])
        #expect(settings.publicAddress == "https://example.org/fleet" && settings.proxyHeader == "Remote-User")
        #expect(settings.shared.http.names == ["fleet.local"] && settings.shared.map.tiles == nil)
        #expect(collector.commitDelay == .milliseconds(30))
        let webhook = try #require(collector.webhooks.first)
        #expect(webhook.events == [.silent, .back] && webhook.devices == ["van", "boat"])
        #expect(loaded.files == ["/c/fleet.conf", "/c/fleet.conf.d/a.conf"])
    }

    @Test("without a file all is at its default, and there is no broker")
    func defaults() throws {
        let files = ConfigurationFiles(
            contents: { path throws(SystemError) in throw SystemError("open", path, code: 2) },
            names: { path throws(SystemError) in throw SystemError("open", path, code: 2) })
        let loaded = try load(file: nil, files)
        #expect(loaded.issues.isEmpty && loaded.settings.completeCollector.broker == nil)
        #expect(loaded.settings.listen.map(\.text) == ["localhost:8948"])
        let named = try load(file: "/x", files)
        #expect(named.issues.map(\.source) == ["/x"])
    }

    @Test(
        "a fault names its line, its key and what would work",
        arguments: [
            ("[mqtt]\nbroker = http://x\n", "2: broker: \"http://x\" is not a broker such as mqtt://localhost"),
            ("[mqtt]\nbrokr = none\n", "2: unknown key brokr in [mqtt], did you mean broker?"),
            ("[mqt]\nbroker = none\n", "2: unknown section [mqt], did you mean mqtt?"),
            ("[http]\nbroker = none\n", "2: broker is in [http] but belongs in [mqtt]"),
            ("[database]\nurl = \u{1}secret\n", "2: url: the value is not settings of libpq"),
            ("[mqtt]\npassword-file = /p\n", "2: password-file: needs a user; fix: set user"),
            ("[mqtt]\nbroker = mqtt://x\nca-file = /p\n", "3: ca-file: has no effect without TLS"),
            ("[limits]\nreaders = 0\n", "2: readers: \"0\" is not a number from 1 to 64"),
            ("[webhook a]\nevents = silent\n", "2: [webhook a] lacks url"),
            (
                "[webhook a]\nevents = fire\n",
                "2: events: \"fire\" is not all, or some of enter, leave, contradicted, "
                    + "trusted, silent, back"
            ),
            ("[webhook]\nurl = https://x.org\n", "2: [webhook] needs one name"),
            ("[http]\nlisten = x\n", "2: listen: \"x\" is not addresses such as localhost:8948"),
            ("[http]\nlisten = none\nlisten = none\n", "3: listen is also set on line 2; fix: remove one"),
            (
                "[http]\nproxy-socket = /run/p\nlisten = unix:/run/h\n",
                "2: proxy-socket: the header would be trusted on every Unix socket"
            ),
            ("nonsense\n", "1: neither [section] nor name = value"),
        ])
    func faults(text: String, message: String) throws {
        let issues = try load(text).issues.map(\.description)
        #expect(issues.contains { $0.hasPrefix("/c/fleet.conf:\(message)") }, "\(issues)")
    }
}
