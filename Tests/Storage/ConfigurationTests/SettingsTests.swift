import CommandLine
import Linux
import Location
import PublishFormats
import Testing

@testable import Configuration

struct SettingsTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    @Test("without sources the defaults apply")
    func defaults() throws {
        let settings = try #require(try settings())
        #expect(settings == Settings())
        #expect(settings.gpsd.description == "localhost:2947")
        #expect(settings.device == nil)
        #expect(settings.staleAfter == .seconds(10))
        #expect(settings.historyFile == "/var/lib/whereismy/history.db")
        #expect(settings.historyTick == "/run/whereismy/commits/tick")
        #expect(settings.publishCursors == "/var/lib/whereismy-publish/cursors")
        #expect(settings.lockFile == "/run/whereismy/whereismyd.lock")
        #expect(settings.stateLockFile == "/var/lib/whereismy/whereismyd.lock")
    }

    @Test(
        "templates installed with the program follow the administrator's",
        arguments: [
            ("/usr/local/bin", ["/usr/local", "/usr"]), ("/opt/w/bin", ["/opt/w", "/usr"]), ("/usr/bin", ["/usr"]),
            ("/bin", ["", "/usr"]), (nil, ["/usr"]),
        ] as [(String?, [String])])
    func templates(program: String?, prefixes: [String]) {
        let directories = Settings().templateDirectories(installedWith: program)
        #expect(directories.first == "/etc/whereismy/templates")
        #expect(directories.dropFirst() == prefixes.map { "\($0)/share/whereismy/templates" }[...])
    }

    @Test("the file sets every key")
    func file() throws {
        let text = """
            # every key
            [gpsd]
            address = [::1]:2950
            device=/dev/ttyACM0
            [tracking]
              stale-after = 1.5m ; a comment
            platform = rail
            max-accuracy = 50m
            allow-simulated = yes
            [history]
            enabled = no
            commit-interval = 0
            record = all
            keep = 730d
            thin = 365d: 1h standing, 1m moving, 90d: 10s moving,5m standing
            [page]
            template: whereismymac.html
            [journal]
            log-positions = yes
            [paths]
            runtime-directory = /tmp/run
            state-directory = /tmp/state
            """
        var expected = Settings()
        expected.gpsd = GPSDAddress(host: "::1", port: 2950)
        expected.device = "/dev/ttyACM0"
        expected.staleAfter = .seconds(90)
        expected.platform = .rail
        expected.maxAccuracy = 50
        expected.allowsSimulated = true
        expected.history.isEnabled = false
        expected.history.commitInterval = .zero
        expected.history.record = .all
        expected.history.keep = .seconds(730 * 86_400)
        expected.history.thinning = [
            ThinningRule(age: .seconds(90 * 86_400), movingInterval: .seconds(10), stationaryInterval: .seconds(300)),
            ThinningRule(age: .seconds(365 * 86_400), movingInterval: .seconds(60), stationaryInterval: .seconds(3600)),
        ]
        expected.pageTemplate = "whereismymac.html"
        expected.logsPositions = true
        expected.runtimeDirectory = "/tmp/run"
        expected.stateDirectory = "/tmp/state"
        #expect(try settings(files: [Self.main: text]) == expected)
        #expect(try settings(files: [Self.main: text.split(separator: "\n").joined(separator: "\r\n")]) == expected)
    }

    @Test(
        "later sources win: default, file, drop-ins by name, environment, command line",
        arguments: [
            (0, "/run/whereismy"), (1, "/file"), (2, "/drop-in-10"), (3, "/drop-in-20"), (4, "/environment"),
            (5, "/option"),
        ])
    func precedence(layers: Int, directory: String) throws {
        func conf(_ path: String) -> String { "[paths]\nruntime-directory = \(path)\n" }
        var files: [String: String] = [:]
        if layers >= 1 { files[Self.main] = conf("/file") }
        if layers >= 2 { files[Self.main + ".d/10-first.conf"] = conf("/drop-in-10") }
        if layers >= 3 { files[Self.main + ".d/20-second.conf"] = conf("/drop-in-20") }
        files[Self.main + ".d/30-not-read.conf.dpkg-old"] = conf("/never")
        let environment = layers >= 4 ? ["RUNTIME_DIRECTORY": "/environment:/second"] : [:]
        let arguments = layers >= 5 ? ["--runtime-directory", "/option"] : []
        #expect(try settings(arguments, environment: environment, files: files)?.runtimeDirectory == directory)
    }

    @Test("any platform is accepted, and the option wins over the file", arguments: Platform.allCases)
    func platform(platform: Platform) throws {
        let file = [Self.main: "[tracking]\nplatform = \(platform.rawValue)"]
        #expect(try settings(files: file)?.platform == platform)
        #expect(try settings(["--platform=sea"], files: file)?.platform == .sea)
        #expect(try settings(["--platform", platform.rawValue])?.platform == platform)
    }

    @Test("systemd's configuration directory moves the file and the templates")
    func configurationDirectory() throws {
        let settings = try settings(
            environment: ["CONFIGURATION_DIRECTORY": "/opt/etc:/other", "STATE_DIRECTORY": ""],
            files: ["/opt/etc/whereismy.conf": "[gpsd]\ndevice = /dev/gps0"])
        #expect(settings?.device == "/dev/gps0")
        #expect(settings?.templateDirectories(installedWith: nil).first == "/opt/etc/templates")
        #expect(settings?.stateDirectory == "/var/lib/whereismy")
    }

    @Test("--config selects another file, with its drop-ins beside it")
    func otherFile() throws {
        let files = [
            Self.main: "[gpsd]\ndevice = /dev/never", "/tmp/my.conf": "[gpsd]\ndevice = /dev/mine",
            "/tmp/my.conf.d/a.conf": "[page]\ntemplate = mine.html",
        ]
        let settings = try settings(["--config", "/tmp/my.conf"], files: files)
        #expect(settings?.device == "/dev/mine")
        #expect(settings?.pageTemplate == "mine.html")
    }

    @Test("the example file has every key with its default")
    func example() throws {
        let path = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
        let bytes = try FileContents.read(path + "/docs/whereismy.conf.example")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let uncommented = lines.map { line in
            line.hasPrefix("#") && (line.contains(" = ") || line.hasPrefix("#[")) ? line.dropFirst() : line
        }
        var expected = Settings()
        expected.device = "/dev/ttyUSB0"
        expected.http.names = ["box.local"]
        expected.map.mbtiles = "/var/lib/whereismy/chart.mbtiles"
        expected.map.configuredAttribution = "© OpenStreetMap contributors"
        expected.map.configuredAttributionLink = "https://www.openstreetmap.org/copyright"
        expected.zoneSections = [
            PrivacyZoneSection(name: "home", latitude: 51.477928, longitude: -0.001545, radius: 200)
        ]
        expected.placeSections = [
            PlaceSection(
                name: "home", latitude: 51.477928, longitude: -0.001545, radius: 100, dwell: .seconds(10)),
            PlaceSection(name: "harbour", polygon: "/etc/whereismy/harbour.geojson"),
        ]
        expected.webhookSections = [
            WebhookSection(
                name: "family", address: WebhookAddress("https://hooks.example.org/whereismy"),
                secretFile: "/etc/whereismy/webhook.secret", authorityFile: "/etc/whereismy/webhook-ca.pem",
                proxy: WebhookAddress("http://proxy.example.org:3128"))
        ]
        expected.publishSections = Self.examplePublishing
        #expect(try settings(files: [Self.main: uncommented.joined(separator: "\n")]) == expected)
        let named = Settings.namedSections.flatMap { $0.keys("NAME") }
        for key in Settings.keys + named {
            #expect(uncommented.contains { $0.hasPrefix(key.name + " = ") }, "\(key.qualifiedName)")
        }
    }
    /// The destinations of the example file.
    private static var examplePublishing: [PublishSection] {
        var recorder = PublishSection(name: "recorder")
        recorder.restInterval = .seconds(60)
        (recorder.to, recorder.format) = (PublishAddress("mqtts://broker.example.org"), .owntracks)
        (recorder.device, recorder.user, recorder.topic) = ("van", "ann", "owntracks/ann/van")
        (recorder.trackerID, recorder.passwordFile) = ("va", "/etc/whereismy/broker.password")
        recorder.webhook.authorityFile = "/etc/whereismy/broker-ca.pem"
        (recorder.certificateFile, recorder.keyFile) = ("/etc/whereismy/van.pem", "/etc/whereismy/van.key")
        (recorder.rate, recorder.rewind, recorder.privacy) = (10, .seconds(60), .zone)
        var dawarich = PublishSection(name: "dawarich")
        dawarich.to = PublishAddress("https://dawarich.example.org/api/v1/overland/batches")
        (dawarich.format, dawarich.tokenFile) = (.overland, "/etc/whereismy/dawarich.token")
        dawarich.webhook.proxy = WebhookAddress("http://proxy.example.org:3128")
        var home = PublishSection(name: "home-assistant")
        (home.to, home.format, home.interval) = (PublishAddress("mqtt://192.168.1.2"), .homeAssistant, .seconds(10))
        var fleet = PublishSection(name: "fleet")
        (fleet.to, fleet.format) = (PublishAddress("mqtts://fleet.example.org"), .fleet)
        (fleet.device, fleet.passwordFile) = ("van-7", "/etc/whereismy/fleet.password")
        fleet.staleAfter = .seconds(3600)
        return [recorder, dawarich, home, fleet]
    }
}
