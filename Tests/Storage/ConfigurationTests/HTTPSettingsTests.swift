import CommandLine
import Testing

@testable import Configuration

struct HTTPSettingsTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func fault(_ name: String, _ value: String) throws -> String? {
        let key = try #require(SettingKey<Settings>.http.first { $0.name == name })
        var settings = Settings()
        return key.set(value, in: &settings)
    }

    @Test("the default listens on loopback with authentication")
    func defaults() {
        let settings = Settings()
        #expect(settings.http.listen.map(\.description) == ["localhost:8947"])
        #expect(settings.http.access == .token && !settings.http.allowsPublic && settings.http.names == [])
        #expect(settings.http.connections == 12_000 && settings.http.connectionsPerAddress == 256)
        #expect(settings.apiSocket == "/run/whereismy/api.sock")
        #expect(settings.accessFile == "/var/lib/whereismy/access.json")
    }

    @Test(
        "addresses are parsed with and without a port",
        arguments: [
            ("localhost", ["localhost:8947"], true), ("localhost:0", ["localhost:0"], true), ("none", [], true),
            ("127.0.0.1:80,[::1]:80", ["127.0.0.1:80", "[::1]:80"], true), ("127.9.9.9", ["127.9.9.9:8947"], true),
            ("0.0.0.0:1 , [::]:1", ["0.0.0.0:1", "[::]:1"], false),
            ("[::ffff:127.0.0.1]", ["[::ffff:127.0.0.1]:8947"], true),
            ("[::ffff:10.0.0.1]", ["[::ffff:10.0.0.1]:8947"], false), ("192.168.1.5", ["192.168.1.5:8947"], false),
            ("[fe80::1]:65535", ["[fe80::1]:65535"], false), ("[::2]", ["[::2]:8947"], false),
        ] as [(String, [String], Bool)])
    func listen(text: String, addresses: [String], isLoopback: Bool) throws {
        let http = try #require(try settings(["--listen", text])).http
        #expect(http.listen.map(\.description) == addresses)
        #expect(http.listen.allSatisfy(\.isLoopback) == isLoopback)
    }

    @Test("localhost is an address of each kind")
    func localhost() {
        #expect(ListenAddress(host: "localhost", port: 1).addresses == ["127.0.0.1", "::1"])
        #expect(ListenAddress(host: "::", port: 1).addresses == ["::"])
    }

    @Test(
        "invalid values are reported with the fix",
        arguments: [
            ("listen", "", "or none"), ("listen", "box.local:8947", "or none"), ("listen", "localhost:", "or none"),
            ("listen", "localhost:65536", "or none"), ("listen", "::1", "or none"), ("listen", "[::1", "or none"),
            ("listen", "[127.0.0.1]:1", "or none"), ("listen", "[localhost]", "or none"),
            ("listen", "127.1:80", "or none"),
            ("listen", "localhost,", "or none"), ("listen", "localhost,localhost:8947", "or none"),
            ("listen", "localhost:+80", "or none"), ("listen", "*:80", "or none"), ("listen", "[::1]8947", "or none"),
            ("access", "public", "is not token or open"), ("allow-public", "true", "yes or no"),
            ("names", "box.local,", "box.local"), ("names", "a b", "box.local"), ("names", "box:80", "box.local"),
            ("names", "*.local", "box.local"), ("connections", "0", "a number"), ("connections", "many", "a number"),
            ("connections-per-address", "0", "a number"), ("connections-per-address", "-1", "a number"),
        ])
    func refused(name: String, value: String, hint: String) throws {
        let fault = try #require(try fault(name, value))
        #expect(fault.hasPrefix(value.debugDescription) && fault.contains(hint), "\(fault)")
    }

    @Test(
        "open access beyond this machine needs two settings",
        arguments: [
            ("access = open", true), ("access = open\nlisten = 127.0.0.2:1, [::1]:1", true),
            ("access = open\nlisten = none", true), ("access = token\nlisten = 0.0.0.0", true),
            ("access = open\nlisten = localhost, 192.168.1.5", false), ("access = open\nlisten = [::]", false),
            ("access = open\nlisten = 0.0.0.0\nallow-public = yes", true),
            ("access = open\nlisten = 0.0.0.0\nallow-public = no", false),
        ])
    func open(lines: String, isGood: Bool) throws {
        let files = [Self.main: "[http]\n" + lines]
        guard !isGood else {
            #expect(try settings(files: files) != nil)
            return
        }
        let error = #expect(throws: ConfigurationError.self) { try settings(files: files) }
        #expect(error?.issues.count == 1)
        #expect(error?.description.contains("fix: access = token, listen = localhost, or allow-public = yes") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("options win over the file, by the same rules")
    func options() throws {
        let files = [Self.main: "[http]\naccess = open\nnames = Box.Local, box"]
        #expect(try settings(files: files)?.http.names == ["box.local", "box"])
        #expect(throws: ConfigurationError.self) { try settings(["--listen", "0.0.0.0"], files: files) }
        #expect(try settings(["--listen=0.0.0.0", "--access=token"], files: files)?.http.access == .token)
        #expect(throws: UsageError.self) { try settings(["--listen", "box"]) }
    }
}
