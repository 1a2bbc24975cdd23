import Testing

@testable import Configuration

struct ConfigurationErrorTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func problems(_ text: String) -> [String] {
        let error = #expect(throws: ConfigurationError.self) { try settings(files: [Self.main: text]) }
        return error?.issues.map { String($0.description.dropFirst(Self.main.count + 1)) } ?? []
    }

    @Test("all issues of all files are reported at once, with file and line")
    func allAtOnce() {
        let error = #expect(throws: ConfigurationError.self) {
            try settings(
                environment: ["RUNTIME_DIRECTORY": "\u{1}"],
                files: [
                    Self.main: "[gpsd]\naddress = nowhere:0\n\n[tracking]\nstale-after = soon",
                    Self.main + ".d/a.conf": "[gpds]\ndevice = x",
                ])
        }
        #expect(
            error?.description == """
                \(Self.main):2: address: "nowhere:0" is not an address such as localhost:2947 or [::1]:2947
                \(Self.main):5: stale-after: "soon" is not a time such as 500ms, 10s, 2min or 1h
                \(Self.main).d/a.conf:2: unknown section [gpds], did you mean gpsd?
                RUNTIME_DIRECTORY: "\\u{01}" is not a directory such as /run/whereismy
                """)
    }

    @Test("of very many issues, the first and a count are reported")
    func crowd() {
        let problem = ConfigurationError.Issue(source: Self.main, message: "nonsense")
        let few = ConfigurationError(Array(repeating: problem, count: ConfigurationError.maxLines))
        #expect(few.description.split(separator: "\n").allSatisfy { $0 == "\(Self.main): nonsense" })
        let many = ConfigurationError(few.issues + [problem, problem])
        #expect(many.description == "\(few.description)\nand 2 more")
    }

    @Test(
        "an unknown name suggests the nearest",
        arguments: [
            ("[gpsd]\nadress = x", "2: unknown key adress in [gpsd], did you mean address?"),
            ("[gpsd]\nstale-after = 1s", "2: stale-after is in [gpsd] but belongs in [tracking]"),
            ("[gpsd]\nzzz = x", "2: unknown key zzz in [gpsd], known are address, device"),
            (
                "[zzzzzz]\nx = y",
                """
                2: unknown section [zzzzzz], known are display, gpsd, history, http, journal, map, page, paths, place NAME, \
                places, privacy-zone NAME, publish NAME, tracking, webhook NAME
                """
            ),
            ("device = x", "1: device is before any section but belongs in [gpsd]"),
        ])
    func unknownName(text: String, message: String) {
        #expect(problems(text) == [message])
    }

    @Test(
        "an invalid value is reported with valid ones",
        arguments: [
            "[tracking]\nstale-after = 0", "[tracking]\nstale-after = -1s", "[tracking]\nstale-after = 1e9",
            "[tracking]\nstale-after = nan", "[tracking]\nstale-after = 10 x", "[tracking]\nstale-after = ",
            "[tracking]\nstale-after = 99999h", "[page]\ntemplate = ../x.html", "[page]\ntemplate = ..",
            "[gpsd]\ndevice = ", "[gpsd]\naddress = :1", "[paths]\nstate-directory = ",
            "[tracking]\nplatform = boat", "[tracking]\nplatform = Road", "[tracking]\nplatform = ",
        ])
    func badValue(text: String) throws {
        let found = problems(text)
        #expect(found.count == 1)
        #expect(try #require(found.first).hasPrefix("2: "))
        #expect(try #require(found.first).contains("\" is not a"))
    }

    @Test("an unknown platform lists the known ones")
    func platform() {
        #expect(
            problems("[tracking]\nplatform = boat") == [
                "2: platform: \"boat\" is not a platform: pedestrian, road, rail, sea, air or any"
            ])
    }

    @Test("all lines that libinih cannot parse are reported")
    func syntax() {
        let long = "device = /" + String(repeating: "x", count: 500)
        let found = problems("[gpsd]\nnonsense\n[page\ndevice = /dev/a\u{0}b\n\(long)\n[gpsd]\ndevice = /dev/ok\nmore")
        #expect(found.map { $0.prefix(2) } == ["2:", "3:", "4:", "5:", "8:"])
        #expect(found.first == "2: neither [section] nor name = value")
        #expect(found.dropFirst(2).first == "4: has a null byte")
    }

    @Test("an indented line is a separate line")
    func indentation() throws {
        let found = try settings(files: [Self.main: "[gpsd]\n  device = /dev/a\n\taddress = host"])
        #expect(found?.device == "/dev/a")
        // As gpsd's own list of devices.
        let source = try settings(files: [Self.main: "[gpsd]\ndevice = ntrip://joe:s3cret@host/mount"])
        #expect(source?.device == "ntrip://host/mount")
        #expect(found?.gpsd == GPSDAddress(host: "host"))
    }

    @Test(
        "a refused address shows neither a user, a password nor a key, also if it is mistyped",
        arguments: [
            "[map]\ntiles = https:/joe:s3cret@tiles.example/{z}", "[map]\ntiles = tiles.example/{z}.png?key=s3cret",
            "[gpsd]\naddress = joe:s3cret@host:2947", "[gpsd]\naddress = tcp://joe:s3cret@host:2947/x",
        ])
    func secrets(text: String) {
        let found = problems(text)
        #expect(found.count == 1)
        #expect(!found.contains { $0.contains("s3cret") || $0.contains("joe") }, "\(found)")
    }

    /// The settings loaded from a file of these bytes.
    private func read(_ bytes: [UInt8]) throws -> Settings? {
        let files = ConfigurationFiles.fake([Self.main: bytes])
        guard case .run(let settings, _) = try DaemonOptions.parse(arguments: [], environment: [:], files: files)
        else { return nil }
        return settings
    }

    @Test("bytes that are not UTF-8 do not crash, and are reported with their lines")
    func garbage() throws {
        for seed in 1...64 {
            let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 31 &* ($0 ^ seed)) }
            #expect(String(validating: bytes, as: UTF8.self) == nil)
            let error = #expect(throws: ConfigurationError.self) { try read(bytes) }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
            #expect(error?.issues.allSatisfy { (1...lines).contains($0.line ?? 0) } == true)
        }
    }

    @Test(
        "a value that is not UTF-8 does not crash",
        arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F]])
    func invalidText(value: [UInt8]) throws {
        let file = Array("[page]\ntemplate = a".utf8) + value + Array("\n[gpsd]\ndevice = /dev/b".utf8)
        let settings = try #require(try read(file))
        #expect(settings.pageTemplate.hasPrefix("a\u{FFFD}"))
        #expect(settings.device == "/dev/b")
    }

    @Test(
        "a path other than a file is an issue", arguments: [("/", "Is a directory"), ("/dev/null", "Invalid argument")])
    func notAFile(path: String, reason: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try DaemonOptions.parse(arguments: ["--config", path], environment: [:])
        }
        #expect(
            error?.description == "\(path): \(reason); fix: use a file such as /etc/whereismy/whereismy.conf")
    }

    @Test("the file of --config must exist")
    func missing() {
        let error = #expect(throws: ConfigurationError.self) { try settings(["--config", "/nowhere.conf"]) }
        #expect(error?.description == "/nowhere.conf: No such file or directory")
    }
}
