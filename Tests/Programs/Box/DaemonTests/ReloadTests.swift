import Basics
import Configuration
import FoundationEssentials
import History
import Linux
import Location
import TestSupport
import Testing
import Wire

@testable import Daemon

/// Reloads of a running daemon with all its threads.
struct ReloadTests {
    private let directory: ScratchDirectory
    private let settings: Settings
    private let gpsd: FakeGPSD

    init() throws {
        directory = try ScratchDirectory()
        gpsd = try Self.gpsd(latitude: 52)
        var settings = Settings()
        settings.runtimeDirectory = directory.file("run")
        settings.stateDirectory = directory.file("state")
        settings.configurationDirectory = directory.file("etc")
        settings.http.listen = []
        settings.gpsd = GPSDAddress(host: "127.0.0.1", port: gpsd.port)
        settings.staleAfter = .seconds(60)
        settings.history.commitInterval = .zero
        settings.history.record = .all
        self.settings = settings
    }

    /// A gpsd whose receiver sends a few fixes and then nothing.
    private static func gpsd(latitude: Double) throws -> FakeGPSD {
        try FakeGPSD { client, _ in
            client.handshake(devices: ["/dev/a"])
            for second in -4...0 {
                let time = (SystemClock.now().wallClock + .seconds(second)).iso8601
                let place = #""lat":\#(latitude),"lon":13,"eph":5"#
                client.send(lines: [#"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)",\#(place)}"#])
            }
            client.waitForEnd()
        }
    }

    private func report() throws -> Report {
        try ReportJSON.decode(FileContents.read(settings.reportFile))
    }

    /// Waits for a report that fits, at most half a minute.
    private func expect(_ comment: Comment, _ isAsWanted: (Report) -> Bool) {
        let deadline = SystemClock.uptime + .seconds(30)
        while SystemClock.uptime < deadline {
            if let report = try? report(), isAsWanted(report) { return }
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        Issue.record(comment)
    }

    private func withDaemon(_ settings: Settings? = nil, _ body: (inout Daemon) throws -> Void) throws {
        var daemon = try Daemon(settings: settings ?? self.settings, announcesStates: false, environment: [:])
        do { try body(&daemon) } catch { Issue.record(error) }
        daemon.stop()
        gpsd.stop()
    }

    @Test("the daemon switches to another gpsd, and the last position stays until it responds")
    func anotherGPSD() throws {
        let other = try Self.gpsd(latitude: 10)
        try withDaemon { daemon in
            expect("live") { $0.state == .live }
            var next = settings
            next.gpsd = GPSDAddress(host: "127.0.0.1", port: other.port)
            next.device = "/dev/a"
            try daemon.reconfigure(next)
            expect("elsewhere") { ($0.fix?.coordinate?.latitude ?? 90) < 11 }
        }
        other.stop()
    }

    @Test("a shorter maximum age applies at once, also in the API")
    func age() throws {
        try withDaemon { daemon in
            expect("live") { $0.state == .live }
            var next = settings
            next.staleAfter = .milliseconds(10)
            try daemon.reconfigure(next)
            expect("stale") { $0.state == .stale }
            expect("reported by the API") { _ in isHealthy() == false }
        }
    }

    @Test("templates are reloaded without changed settings")
    func template() throws {
        try withDaemon { daemon in
            expect("live") { $0.state == .live }
            let templates = "\(settings.configurationDirectory)/templates"
            try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
            try Data("our own".utf8).write(to: URL(filePath: "\(templates)/current-location.html"))
            try daemon.reconfigure(settings)
            expect("drawn anew") { _ in page() == "our own" }
        }
    }

    @Test("the history starts and stops at a reload")
    func history() throws {
        let (other, third) = (try Self.gpsd(latitude: 10), try Self.gpsd(latitude: 20))
        var settings = settings
        settings.history.isEnabled = false
        try withDaemon(settings) { daemon in
            expect("live") { $0.state == .live }
            #expect(!FileManager.default.fileExists(atPath: settings.historyFile))
            settings.history.isEnabled = true
            settings.gpsd = GPSDAddress(host: "127.0.0.1", port: other.port)
            try daemon.reconfigure(settings)
            expect("recorded") { _ in latitudes().contains(10) }
            settings.history.isEnabled = false
            try daemon.reconfigure(settings)
            settings.gpsd = GPSDAddress(host: "127.0.0.1", port: third.port)
            try daemon.reconfigure(settings)
            expect("elsewhere") { ($0.fix?.coordinate?.latitude ?? 0).rounded() == 20 }
        }
        #expect(latitudes().contains(10) && !latitudes().contains(20))
        other.stop()
        third.stop()
    }

    @Test("a port is opened, and the Unix socket responds before and after")
    func port() throws {
        try withDaemon { daemon in
            #expect(try asked("/v1/report").contains(" 200 "))
            var next = settings
            next.http.listen = [try #require(ListenAddress("127.0.0.1:0"))]
            try daemon.reconfigure(next)
            #expect(try asked("/v1/report").contains(" 200 "))
            #expect(daemon.signInLink?.hasPrefix("http://127.0.0.1:") == true)
        }
    }

    @Test("a port that failed at the start blocks no reload, and is not opened by it")
    func takenBefore() throws {
        let address = try #require(SocketAddress.resolve(host: "127.0.0.1", port: 0).first)
        var other: ListeningSocket? = try .tcp(address, backlog: 1)
        let port = try #require(other?.port)
        var settings = settings
        settings.http.listen = [try #require(ListenAddress("127.0.0.1:\(port)"))]
        try withDaemon(settings) { daemon in
            settings.platform = .sea
            try daemon.reconfigure(settings)
            other = nil
            settings.platform = .road
            try daemon.reconfigure(settings)
            // A connection there would get no response.
            let free = try SocketAddress.resolve(host: "127.0.0.1", port: port).first
            other = try .tcp(try #require(free), backlog: 1)
        }
        #expect(other?.port == port)
    }

    @Test("a setting that cannot change rejects the whole reload")
    func refused() throws {
        try withDaemon { daemon in
            expect("live") { $0.state == .live }
            expect("reported by the API") { _ in isHealthy() == true }
            var next = settings
            next.stateDirectory = directory.file("elsewhere")
            next.staleAfter = .milliseconds(10)
            #expect(throws: ConfigurationError.self) { try daemon.reconfigure(next) }
            let state = try report().state
            #expect(state == .live && isHealthy() == true)
        }
    }

    @Test("a faulty template or token file is reported with its line, and nothing changes")
    func faulty() throws {
        try withDaemon { daemon in
            expect("live") { $0.state == .live }
            expect("reported by the API") { _ in isHealthy() == true }
            let templates = "\(settings.configurationDirectory)/templates"
            try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
            try Data("one\n{{#two}}".utf8).write(to: URL(filePath: "\(templates)/current-location.html"))
            try Data("{".utf8).write(to: URL(filePath: settings.accessFile))
            var next = settings
            next.staleAfter = .milliseconds(10)
            let error = #expect(throws: ConfigurationError.self) { try daemon.reconfigure(next) }
            let places = try #require(error).issues.map { "\($0.source):\($0.line ?? 0)" }
            #expect(places == ["\(templates)/current-location.html:2", "\(settings.accessFile):0"])
            let state = try report().state
            #expect(state == .live && isHealthy() == true)
        }
    }

    private func asked(_ path: String) throws -> String {
        let request = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8)
        let answer = try LocalSocket.exchange(
            settings.apiSocket, sending: request, limit: 1 << 20, timeout: .seconds(20))
        return String(decoding: answer, as: UTF8.self)
    }

    /// The report of the API; nil without a response.
    private func isHealthy() -> Bool? {
        guard let status = (try? asked("/v1/health"))?.split(separator: " ").dropFirst().first else { return nil }
        return status == "200"
    }

    private func page() -> String? {
        (try? FileContents.read("\(settings.runtimeDirectory)/index.html")).map { String(decoding: $0, as: UTF8.self) }
    }

    private func latitudes() -> [Double] {
        var latitudes: [Double] = []
        let history = try? SQLiteHistory(path: settings.historyFile, access: .readOnly)
        _ = try? history?.forEachPoint(.all) { latitudes.append($0.coordinate.latitude.rounded()) }
        return latitudes
    }
}
