import CommandLine
import Configuration
import FoundationEssentials
import Linux
import SQLite
import TestSupport
import Testing

@testable import Daemon

struct ConfigurationCheckTests {
    private let directory: ScratchDirectory
    private let settings: Settings

    init() throws {
        directory = try ScratchDirectory()
        var settings = Settings()
        settings.configurationDirectory = directory.path
        settings.stateDirectory = directory.path
        settings.credentialsDirectory = directory.path
        settings.pageTemplate = directory.file("mine.html")
        self.settings = settings
    }

    private func write(_ name: String, _ text: String) throws { try directory.write(name, Array(text.utf8)) }

    @Test("valid files are listed")
    func good() throws {
        try write("mine.html", "{{fix.latitude}}")
        try write("whereismy.tokens", "a read abcdefghijklmnopqrstuvwxyz234567\n")
        let check = ConfigurationCheck(settings)
        #expect(check.issues == [])
        #expect(check.files == ["mine.html", "whereismy.tokens"].map(directory.file))
    }

    @Test("issues of templates, the access file and the credential have file, line and reason")
    func problems() throws {
        try write("mine.html", "<p>\n{{#fix}}")
        try write("access.json", "[]")
        try write("whereismy.tokens", "\na read\n")
        let problems = ConfigurationCheck(settings).issues.map { "\($0)".dropFirst(directory.path.count + 1) }
        try #require(problems.count == 3)
        let expected = "found unterminated section fix at column 1, expected {{/fix}} before the end of the file"
        #expect(problems[0] == "mine.html:2: \(expected)")
        #expect(problems[1].hasPrefix("access.json: not the JSON "))
        #expect(problems[2].hasPrefix("whereismy.tokens:2: expected NAME SCOPE TOKEN"))
    }

    @Test("a map that cannot be served is an issue, also one that would take for ever, and a good one is listed")
    func map() throws {
        let path = directory.file("chart.mbtiles")
        var settings = settings
        try write("mine.html", "{{fix.latitude}}")
        settings.map.mbtiles = path
        let expected = "expected an MBTiles (SQLite) or PMTiles file with tiles in PNG, JPEG or WebP"
        #expect(
            ConfigurationCheck(settings).issues.map { "\($0)" } == ["\(path): No such file or directory; \(expected)"])
        let map = try Connection(path, mode: .readWriteCreate)
        try map.execute(
            """
            CREATE TABLE tiles(zoom_level, tile_column, tile_row, tile_data);
            CREATE VIEW metadata AS SELECT 'name' AS name, instr(zeroblob(1500000), zeroblob(700000) || x'01') AS value
            """)
        let issues = ConfigurationCheck(settings).issues.map { "\($0)" }
        #expect(issues == ["\(path): not authorized to use function: instr; \(expected)"])
        // A disk that is not mounted must not keep a reload from revoking a token.
        #expect(ConfigurationCheck(settings).reloadIssues == [])
        try map.execute("DROP VIEW metadata; CREATE TABLE metadata(name TEXT, value TEXT)")
        #expect(ConfigurationCheck(settings).issues == [])
        #expect(ConfigurationCheck(settings).files == [directory.file("mine.html"), path])
    }

    @Test("issues of webhook files have the webhook's name and the fix")
    func webhooks() throws {
        let secret = Array("0123456789abcdef\n".utf8)
        try AtomicFile.replace(directory.file("good"), with: secret, mode: 0o640)
        try AtomicFile.replace(directory.file("open"), with: secret, mode: 0o604)
        let text = """
            [webhook good]
            url = https://a.example/
            secret-file = \(directory.file("good"))
            [webhook open]
            url = https://b.example/
            secret-file = \(directory.file("open"))
            ca-file = \(directory.file("none"))
            """
        try write("my.conf", text)
        let arguments = ["--config", directory.file("my.conf"), "--state-directory", directory.path]
        let check = ConfigurationCheck(try DaemonOptions.settings(arguments: arguments, environment: [:]))
        #expect(check.files == [directory.file("good")])
        #expect(
            check.issues.map { "\($0)".replacing(directory.path, with: "") } == [
                "/open: secret-file of webhook open: accessible by others; fix: chmod g-w,o= /open",
                "/none: ca-file of webhook open: No such file or directory",
            ])
    }

    @Test("a file that a destination lacks is a warning with its name, since only that destination waits for it")
    func destinations() throws {
        try AtomicFile.replace(directory.file("good"), with: Array("secret\n".utf8), mode: 0o640)
        try AtomicFile.replace(directory.file("open"), with: Array("secret\n".utf8), mode: 0o604)
        let text = """
            [publish recorder]
            to = https://a.example/pub
            format = owntracks
            user = ann
            password-file = \(directory.file("none"))
            ca-file = \(directory.file("lost"))
            [publish other]
            to = https://b.example/pub
            format = overland
            token-file = \(directory.file("open"))
            [publish third]
            to = https://c.example/pub
            format = overland
            token-file = \(directory.file("good"))
            """
        try write("my.conf", text)
        let arguments = ["--config", directory.file("my.conf"), "--state-directory", directory.path]
        let check = ConfigurationCheck(try DaemonOptions.settings(arguments: arguments, environment: [:]))
        #expect(check.files == [directory.file("good")] && check.issues == [])
        let none = "No such file or directory; until then nothing is sent there"
        let open = "accessible by others; fix: chmod g-w,o= /open; until then nothing is sent there"
        #expect(
            check.warnings.map { $0.replacing(directory.path, with: "") } == [
                "/none: password-file of publish recorder: \(none)", "/lost: ca-file of publish recorder: \(none)",
                "/open: token-file of publish other: \(open)",
            ])
    }

    @Test("the report lists the configuration's own issues first, or the files read")
    func report() throws {
        let arguments = ["--check-config", "--config", directory.file("my.conf"), "--state-directory", directory.path]
        func report(_ text: String) throws -> ConfigurationReport? {
            try write("my.conf", text)
            let environment = ["CONFIGURATION_DIRECTORY": directory.path]
            let invocation = try DaemonOptions.parse(arguments: arguments, environment: environment)
            guard case .check(let loaded) = invocation else { return nil }
            return ConfigurationReport(loaded)
        }
        let template = try #require(try report("[page]\ntemplate = no-such.html\n"))
        #expect(template.issues.map(\.source) == ["no-such.html"])
        let both = try report("[page]\ntemplate = no-such.html\n[gpsd]\nadress = x\n")
        #expect(both?.issues.map(\.source) == [directory.file("my.conf"), "no-such.html"])
        let good = try #require(try report("[gpsd]\n"))
        #expect(good.issues == [] && good.text == "read \(directory.file("my.conf"))\ngood\n")
        try FileManager.default.createDirectory(
            atPath: directory.file("templates"), withIntermediateDirectories: false)
        try write("templates/live-map.js", "")
        let warned = try #require(try report("[gpsd]\n"))
        #expect(warned.issues == [])
        let lines = warned.text.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].hasPrefix("warning: \(directory.file("templates/live-map.js")): ignored"))
    }
}
