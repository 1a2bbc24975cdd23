import Access
import Basics
import HTTPServer
import Location
import Pages
import Places
import Privacy
import TestSupport

@testable import API

/// An API over a fake daemon with its own directory and a manual clock.
final class TestServer: Sendable {
    let directory: ScratchDirectory
    let clock = ManualClock()
    let feed: LiveFeed
    let controller: AccessController
    let places: PlaceRepository
    let anchor: AnchorRepository
    let recorded = RecordedChanges()
    let daemon: DaemonAccess
    let api: API

    init(
        access: AccessMode = .token, zones: [PrivacyZone] = [], report: Report = TestServer.live,
        address: String? = "http://localhost:8947", hasHistory: Bool = false,
        configured: [Place] = [], mbtiles: String? = nil
    ) throws {
        directory = try ScratchDirectory()
        feed = try LiveFeed(report, run: "r", at: clock.now.uptime)
        let files = AccessFiles(store: directory.file("access.json"), credential: directory.file("tokens"))
        controller = AccessController(files: files, clock: { [clock] in clock.now })
        places = PlaceRepository(file: directory.file("own-places.json"), configured: configured) {
            [recorded] places, _ in
            recorded.record(places)
        }
        anchor = AnchorRepository(file: directory.file("anchor.json")) { [recorded] in recorded.record($0) }
        var daemon = DaemonAccess(
            feed: feed, verdicts: { _ in DaemonAccess.Verdicts(records: Self.verdicts, forgottenUntil: nil) },
            counts: { Counts() }, memory: { 1 << 20 }, staticPage: { Array("<!DOCTYPE html>still".utf8) },
            renderStaticPage: { PageRenderer(library: .builtIn, settings: PageSettings()).render($0, at: $1).bytes },
            clock: { [clock] in clock.now }, historyFile: hasHistory ? directory.file("history.db") : nil,
            staleAfter: .seconds(10), version: "1.2.3")
        (daemon.places, daemon.anchor) = (places, anchor)
        daemon.acceptClaim = { [recorded] in recorded.recordAcceptance(by: $0) }
        daemon.flushHistory = { [recorded] _ in recorded.recordFlush() }
        daemon.log = { [recorded] in recorded.record($0) }
        self.daemon = daemon
        let map = MapSource(tiles: "https://tiles.example/{z}/{x}/{y}.png", attribution: "Somebody", mbtiles: mbtiles)
        let configuration = ServerConfiguration(
            names: ["box.local"], access: access, zones: PrivacyZones(zones), address: address,
            publicAddress: address.map { _ in "http://box.local:8947" }, map: map, templates: .builtIn,
            libraries: directory.path)
        api = API(daemon: daemon, access: controller, configuration: configuration, run: "r")
    }

    /// Sends a request over the network, as a browser or a remote program does.
    func send(
        _ path: String, _ method: HTTPMethod = .get, headers: [HTTPField] = [], query: [HTTPField] = [],
        body: String = "", host: String? = "localhost:8947"
    ) -> HTTPResponse {
        let host = host.map { [HTTPField("Host", $0)] } ?? []
        return api.respond(
            to: HTTPRequest(
                method: method, path: path, query: query, headers: host + headers, body: Array(body.utf8),
                origin: .network(address: "192.0.2.7")))
    }

    /// Sends a request over the Unix socket, as the command does.
    func sendLocally(
        _ path: String, _ method: HTTPMethod = .get, query: [HTTPField] = [], body: String? = nil
    ) -> HTTPResponse {
        let headers = body == nil ? [] : [HTTPField("Content-Type", "application/json")]
        return api.respond(
            to: HTTPRequest(
                method: method, path: path, query: query, headers: headers, body: Array((body ?? "").utf8),
                origin: .local))
    }

    /// Returns the headers of a program with a new token.
    func bearer(_ scopes: Set<Scope> = [.read]) throws -> [HTTPField] {
        let (_, secret) = try controller.addToken(named: "t\(controller.store.tokens.count)", scopes: scopes)
        return [HTTPField("Authorization", "Bearer \(secret.text)")]
    }

    /// A current position in Melbourne.
    static var live: Report {
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.timestamp = ManualClock().now.wallClock
        fix.coordinate = Coordinate(latitude: -37.80996889, longitude: 144.96326388)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        var report = Report(state: .live, since: Timestamp(milliseconds: 0), sequence: 41)
        report.fix = fix
        report.age = .milliseconds(400)
        report.received = fix.timestamp
        return report
    }

    private static var verdicts: [VerdictRecord] {
        var rejected = VerdictRecord(verdict: "rejected", raw: Fix(device: "/dev/ttyUSB0", mode: .twoDimensional))
        rejected.reason = "jump"
        return [
            VerdictRecord(verdict: "accepted", raw: Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)), rejected,
        ]
    }
}

extension HTTPResponse {
    /// The body as text; empty for a stream.
    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// Returns the value of a header.
    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
