import API
import Access
import Basics
import HTTPServer
import History
import Linux
import Location
import Pages
import Privacy
import Synchronization

/// Sends the input to a server with all routes, and expects that the server goes on responding.
struct HTTPTarget: FuzzTarget {
    private static let timeout: Duration = .seconds(20)
    /// Without a byte in this time the response is complete, is a stream without an end, or will not come: the library
    /// keeps half a request for some seconds, even after its client has gone.
    private static let silence: Duration = .milliseconds(2)
    private static let probe = Array(
        "GET /assets/live.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)

    private let path: String
    private let server: HTTPServer
    private let services: ServedDaemons

    init() throws {
        let directory = try FuzzDirectory()
        let services = try ServedDaemons(directory)
        (path, self.services) = (directory.path + ".sock", services)
        let listener = try ListeningSocket.local(path, mode: 0o600, backlog: 128)
        server = try HTTPServer([listener], errorResponse: services.errorResponse, handler: services.respond)
    }

    func run(_ input: [UInt8]) {
        services.resetIfChanged()
        do {
            let client = try LocalSocket.connect(path, before: SystemClock.uptime + Self.timeout)
            // The server may close in the middle.
            try? LocalSocket.send(input, to: client, path, before: SystemClock.uptime + Self.timeout)
            if input.count.isMultiple(of: 2) { TCPSocket.shutDownSending(client.number) }
            while Poll.wait(for: .readable(client), timeout: Self.silence) {
                guard let part = try? client.read(upTo: 65_536), !part.isEmpty else { return }
            }
            try probe()
        } catch {
            // A connection that was forgotten differs from a thread that hangs.
            let again = Result { try probe() }
            violated("the server responds: \(error); a second time: \(again)")
        }
    }

    private func probe() throws {
        _ = try LocalSocket.exchange(path, sending: Self.probe, limit: 1 << 20, timeout: Self.timeout)
    }
}

/// A daemon without a receiver, as its owner's programs see it and as strangers of the network do.
final class ServedDaemons: Sendable {
    private let directory: FuzzDirectory
    private let feed: LiveFeed
    /// New for each input after one that may have changed something, so that each input can be run alone.
    private let state: Mutex<(own: API, foreign: API, isChanged: Bool)>

    init(_ directory: FuzzDirectory) throws {
        self.directory = directory
        let report = Report(state: .noFix, since: Timestamp(milliseconds: 0), sequence: 1)
        feed = try LiveFeed(report, run: "r", at: .zero)
        let history = try SQLiteHistory(path: directory.path + ".db", access: .readWrite)
        _ = try history.append(HistoryTarget.points)
        state = Mutex((Self.api(directory, feed, .open), Self.api(directory, feed, .token), false))
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let (own, foreign) = state.withLock { state in
            state.isChanged = state.isChanged || ![.get, .head].contains(request.method)
            return (state.own, state.foreign)
        }
        var remote = request
        remote.origin = .network(address: "192.0.2.7")
        _ = foreign.respond(to: remote)
        return own.respond(to: request)
    }

    func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        state.withLock { $0.own }.errorResponse(status, detail: detail)
    }

    func resetIfChanged() {
        state.withLock { state in
            guard state.isChanged else { return }
            try? DirectoryEntry.removeTree(directory.path)
            try? Directory.create(directory.path, mode: 0o700)
            state = (Self.api(directory, feed, .open), Self.api(directory, feed, .token), false)
        }
    }

    private static func api(_ directory: FuzzDirectory, _ feed: LiveFeed, _ access: AccessMode) -> API {
        let clock: @Sendable () -> Moment = {
            Moment(uptime: .seconds(1), wallClock: Timestamp(milliseconds: 1_790_000_000_000))
        }
        var daemon = DaemonAccess(
            feed: feed, verdicts: { _ in DaemonAccess.Verdicts(records: [], forgottenUntil: nil) },
            counts: { Counts() }, memory: { 1 << 20 }, staticPage: { Array("<!DOCTYPE html>".utf8) },
            renderStaticPage: { PageRenderer(library: .builtIn, settings: PageSettings()).render($0, at: $1).bytes },
            clock: clock, historyFile: directory.path + ".db", staleAfter: .seconds(10), version: "1")
        daemon.log = { _ in }
        daemon.places = PlaceRepository(file: directory.file("own-places.json"), configured: []) { _, _ in }
        daemon.anchor = AnchorRepository(file: directory.file("anchor.json")) { _ in }
        let configuration = ServerConfiguration(
            names: [], access: access, zones: PrivacyZones([]), address: "http://localhost:8947", publicAddress: nil,
            map: MapSource(tiles: nil, attribution: nil), templates: .builtIn)
        let controller = AccessController(
            files: AccessFiles(store: directory.file("access.json")), clock: clock)
        return API(daemon: daemon, access: controller, configuration: configuration, run: "r")
    }
}
