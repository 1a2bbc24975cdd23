import CommandLine
import Testing

@testable import Configuration

struct SettingOriginTests {
    private static let main = "/etc/whereismy/whereismy.conf"
    private static let files = [
        main: "[gpsd]\ndevice = /dev/a\naddress = h:1\n\n[tracking]\nplatform = sea\n[privacy-zone Home]\nlatitude = 1",
        main + ".d/b.conf": "[privacy-zone Home]\nlongitude = 2\nlatitude = -3\n[gpsd]\ndevice = /dev/b\n",
    ]

    private func load(_ arguments: [String] = [], environment: [String: String] = [:], files: [String: String] = files)
        throws -> LoadedSettings<Settings>
    {
        let invocation = try daemon(["--check-config"] + arguments, environment: environment, files: files)
        guard case .check(let loaded) = invocation else {
            Issue.record("no check")
            return LoadedSettings(Settings())
        }
        return loaded
    }

    @Test("each setting has the origin of its last value")
    func origins() throws {
        let loaded = try load(
            ["--platform", "air", "--runtime-directory=/r"],
            environment: ["STATE_DIRECTORY": "/s", "RUNTIME_DIRECTORY": "/e"])
        let known = loaded.entries.filter { $0.origin != .builtIn }.map {
            "\($0.name) = \($0.value ?? ""): \($0.origin)"
        }
        #expect(
            known == [
                "[gpsd] address = h:1: \(Self.main):3", "[gpsd] device = /dev/b: \(Self.main).d/b.conf:5",
                "[tracking] platform = air: --platform", "[paths] runtime-directory = /r: --runtime-directory",
                "[paths] state-directory = /s: $STATE_DIRECTORY",
                "[privacy-zone Home] latitude = -3: \(Self.main).d/b.conf:3",
                "[privacy-zone Home] longitude = 2: \(Self.main).d/b.conf:2",
            ])
        #expect(loaded.files == [Self.main, Self.main + ".d/b.conf"] && loaded.issues == [])
        #expect(
            loaded.entries.last
                == .init(name: .init(section: "privacy-zone Home", name: "radius"), value: "200m", origin: .builtIn))
    }

    @Test("an invalid value leaves the earlier one and its origin")
    func wrong() throws {
        let loaded = try load(
            environment: ["RUNTIME_DIRECTORY": "\u{1}"], files: [Self.main: "[paths]\nruntime-directory = /r"])
        #expect(loaded.settings.runtimeDirectory == "/r" && loaded.issues.map(\.source) == ["RUNTIME_DIRECTORY"])
        #expect(loaded.origin(of: SettingKey<Settings>.runtimeDirectory.qualifiedName) == .file(Self.main, line: 2))
    }

    @Test("the text is a file with the same settings and their origins")
    func text() throws {
        let loaded = try load(["--listen", "none", "--state-directory=/s"], environment: ["RUNTIME_DIRECTORY": "/r"])
        let again = try load(files: [Self.main: loaded.text])
        #expect(again.settings == loaded.settings && again.issues == [])
        #expect(again.entries.map(\.value) == loaded.entries.map(\.value))
        #expect(
            loaded.text.hasPrefix(
                "# read \(Self.main)\n# read \(Self.main).d/b.conf\n\n[gpsd]\n# \(Self.main):3\naddress = h:1\n"))
        #expect(loaded.text.contains("\n# not set\n#mbtiles =\n# default\nappearance = light\n\n[places]\n"))
        #expect(loaded.text.contains("\n[tracking]\n# default\nstale-after = 10s\n"))
        #expect(loaded.text.contains("\n# default\nnames =\n"))
        #expect(loaded.text.contains("# $RUNTIME_DIRECTORY\nruntime-directory = /r\n"))
        #expect(try load(files: [:]).text.hasPrefix("# no file was read\n\n[gpsd]\n"))
    }

    @Test("no password, token or key in an address is shown")
    func secrets() throws {
        let loaded = try load(files: [
            Self.main: """
            [map]
            tiles = https://tiles.example.org/streets-and-paths-v2/0123456789secret1/{z}/{x}/{y}.png?key=secret2
            [webhook a]
            url = https://me:pass3@hooks.example.org:8443/secret4/x?token=secret5
            proxy = http://user6:pass7@proxy.example.org:3128
            [webhook b]
            url = http://hooks.example.org?secret8
            [webhook c]
            url = http://hooks.example.org/
            """
        ])
        #expect(loaded.issues == [])
        for secret in ["pass3", "pass7", "secret1", "secret2", "secret4", "secret5", "user6", "secret8"] {
            #expect(!loaded.text.contains(secret), "\(secret)")
        }
        #expect(loaded.text.contains("\n#tiles = https://tiles.example.org/streets-and-paths-v2/…/{z}/{x}/{y}.png?…\n"))
        #expect(loaded.text.contains("\n#url = https://…@hooks.example.org:8443/…\n"))
        #expect(loaded.text.contains("\n#proxy = http://…@proxy.example.org:3128\n"))
        #expect(loaded.text.contains("\n#url = http://hooks.example.org?…\n"))
        #expect(loaded.text.contains("\nurl = http://hooks.example.org/\n"))
        #expect(loaded.settings.webhooks.first?.address.text.contains("secret4") == true)
    }

    @Test("a path with a line end adds no line")
    func path() throws {
        let odd = "/a\n[gpsd]\ndevice = /dev/evil"
        let loaded = try load(["--config", odd], files: [odd: "[gpsd]\naddress = h\n"])
        #expect(try load(files: [Self.main: loaded.text]).settings == loaded.settings)
    }

    @Test(
        "a value that a file cannot contain is a comment in the text",
        arguments: ["/a ;b", "/a ", String(repeating: "/x", count: 300)])
    func unwritable(directory: String) throws {
        let loaded = try load(["--state-directory", directory])
        #expect(loaded.text.contains("# --state-directory\n#state-directory = \(directory)\n"))
        #expect(loaded.settings.stateDirectory == directory)
    }
}
