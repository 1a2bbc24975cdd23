import Basics
import CommandLine
import Configuration
import FoundationEssentials
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Imports through other programs: gpsbabel and curl.
struct ImportInputTests {
    private static func isPresent(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
    }

    @Test("gpsbabel reads the file, and its output is imported", .enabled(if: isPresent("gpsbabel")))
    func gpsbabel() throws {
        let imported = try Imported()
        try imported.write("-walk.nmea", Imported.walk(50), by: NMEAEncoder())
        let file = imported.directory.file("-walk.nmea")
        #expect(try imported.code(of: [.converted(file, format: "nmea")]) == .success)
        #expect(imported.lines == ["-walk.nmea: GPX, 50 points read, 50 added"])
        #expect(try imported.points().map(\.timestamp) == Imported.walk(50).map(\.timestamp))
    }

    @Test("a format that gpsbabel does not know is an error with its code", .enabled(if: isPresent("gpsbabel")))
    func unknownFormat() throws {
        let imported = try Imported()
        try imported.write("a", "x")
        #expect(try imported.code(of: [.converted(imported.directory.file("a"), format: "nosuchformat")]) == .failure)
        #expect(imported.errors == ["a: gpsbabel failed with code 1"])
    }

    @Test("an address that is given as a file shows neither its user nor its password")
    func addressAsFile() throws {
        let imported = try Imported()
        #expect(try imported.code(of: [.file("https://joe:s3cret@host/a.gpx")]) == .failure)
        #expect(imported.errors.count == 1 && imported.errors.first?.contains("https://host/a.gpx") == true)
        #expect(imported.errors.first?.contains("joe") == false && imported.errors.first?.contains("s3cret") == false)
    }

    @Test("a program that is not installed is named with what installs it")
    func missing() {
        let error = #expect(throws: TrackInputError.self) { try ProgramInput("whereismy-no-such", []) }
        #expect(error?.description == "whereismy-no-such is not installed; fix: sudo apt install whereismy-no-such")
    }

    @Test("addresses get the parameters that a service needs, and keep their own")
    func addresses() throws {
        func requests(_ url: String) throws -> [RemoteRequest] { try RemoteHistory(ImportService(url: url)).requests() }
        let recorder = try requests("https://h/api/0/locations?user=ann&device=a%20b&from=2026-01-01")
        #expect(recorder.map(\.url) == ["https://h/api/0/locations?user=ann&device=a%20b&from=2026-01-01&format=json"])
        #expect(recorder.map(\.name) == ["https://h/api/0/locations"])
        let dawarich = try #require(try requests("http://h:3000/api/v1/points?start_at=2026").first)
        #expect(dawarich.url(ofPage: 2) == "http://h:3000/api/v1/points?start_at=2026&per_page=1000&order=asc&page=2")
        #expect(try requests("http://h/a.gpx").map { $0.url(ofPage: 1) } == ["http://h/a.gpx"])
    }

    @Test("a secret is in curl's configuration, quoted, and not in its arguments")
    func secrets() throws {
        let directory = try ScratchDirectory()
        try directory.write("token", Array("a\"b\\c\nrest".utf8))
        let service = try ImportService(url: "http://h/", tokenFile: directory.file("token"))
        let config = String(
            decoding: CurlOption.config("http://h/", try CurlOption.secrets(of: service)), as: UTF8.self)
        #expect(config.contains("\nheader = \"Authorization: Bearer a\\\"b\\\\c\"\nurl = \"http://h/\"\n"))
        #expect(CurlOption.arguments == ["--disable", "--config", "-"])
    }

    @Test(
        "Dawarich's pages and the Recorder's devices are imported from a server, with a token",
        .enabled(if: isPresent("curl") && isPresent("python3")))
    func services() throws {
        let imported = try Imported()
        let server = try FakeService(imported.directory)
        try imported.directory.write("token", Array("secret\n".utf8))
        let token = imported.directory.file("token")
        let dawarich = try ImportService(url: server.address + "/api/v1/points", tokenFile: token)
        #expect(try imported.code(of: RemoteHistory(dawarich).requests().map(ImportSource.remote)) == .success)
        #expect(
            imported.lines == ["\(server.address)/api/v1/points: JSON points, 4 points read, 4 added"])
        let recorder = try ImportService(url: server.address + "/api/0", tokenFile: token)
        #expect(try imported.code(of: RemoteHistory(recorder).requests().map(ImportSource.remote)) == .success)
        #expect(try Set(imported.points().map(\.fix.device)) == ["import", "ann b/phone"])
        let denied = try ImportService(url: server.address + "/api/v1/points")
        #expect(try imported.code(of: RemoteHistory(denied).requests().map(ImportSource.remote)) == .failure)
        #expect(imported.errors == ["\(server.address)/api/v1/points: curl failed with code 22"])
    }
}

/// A server with two pages of Dawarich's points and a device of OwnTracks Recorder, for who has the token.
private struct FakeService {
    let address: String
    private let process: ChildProcess

    private static let script = """
        import http.server, json, sys, urllib.parse
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                url = urllib.parse.urlsplit(self.path)
                query = dict(urllib.parse.parse_qsl(url.query))
                if self.headers.get("Authorization") != "Bearer secret":
                    return self.send_error(401)
                page, user = int(query.get("page", 0)), query.get("user")
                if url.path == "/api/v1/points":
                    numbers = range(2 * page, 2 * page + 2) if page < 3 else []
                    answer = [{"latitude": "1.5", "longitude": "2.5", "timestamp": 1767225600 + n} for n in numbers]
                elif url.path == "/api/0/list":
                    answer = {"results": ["phone"] if user == "ann b" else ["ann b"]}
                elif url.path == "/api/0/locations" and (user, query.get("device")) == ("ann b", "phone"):
                    answer = {"data": [{"_type": "location", "lat": 1, "lon": 2, "tst": 1767225600}]}
                else:
                    return self.send_error(404)
                body = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    init(_ directory: ScratchDirectory) throws {
        let output = directory.file("port")
        process = try ChildProcess("/usr/bin/python3", ["-c", Self.script], output: output)
        var port = ""
        let deadline = SystemClock.uptime + .seconds(30)
        while !port.hasSuffix("\n"), SystemClock.uptime < deadline {
            port = (try? FileContents.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            _ = Poll.wait([], timeout: .milliseconds(10))
        }
        address = "http://127.0.0.1:\(port.prefix { $0.isNumber })"
    }
}
