import Access
import HTTPServer
import History
import TestSupport
import Testing

@testable import API

/// Requests that make the daemon write the fixes of the last seconds first.
@Suite struct HistoryFlushTests {
    private let server: TestServer

    init() throws {
        server = try TestServer(hasHistory: true)
        _ = try SQLiteHistory(path: server.directory.file("history.db"), access: .readWrite)
    }

    /// Returns the status after the whole body was produced.
    private func finish(_ response: HTTPResponse) throws -> HTTPStatus {
        if case .stream(let stream) = response.body { _ = try StreamReader(stream).all() }
        return response.status
    }

    @Test(
        "pending fixes are written before the history is read",
        arguments: [
            ("/v1/track", []), ("/v1/stats", []), ("/v1/days", []), ("/v1/at", [HTTPField("time", "30s")]),
            ("/v1/series", []), ("/v1/track", [HTTPField("from", "1h"), HTTPField("to", "30s")]),
        ])
    func reads(path: String, query: [HTTPField]) throws {
        #expect(try finish(server.sendLocally(path, query: query)) == .ok)
        #expect(server.recorded.flushes == 1)
    }

    @Test("the present, which the report answers, and place events, which are written at once, write nothing")
    func present() throws {
        #expect(try finish(server.sendLocally("/v1/at", query: [HTTPField("time", "now")])) == .ok)
        #expect(try finish(server.sendLocally("/v1/places/events")) == .ok)
        #expect(server.recorded.flushes == 0)
    }

    @Test(
        "a period that is over, whose fixes are all written, writes nothing",
        arguments: [
            ("/v1/track", "to"), ("/v1/stats", "to"), ("/v1/days", "to"), ("/v1/at", "time"),
            ("/v1/series", "to"),
        ])
    func past(path: String, parameter: String) throws {
        #expect(try finish(server.sendLocally(path, query: [HTTPField(parameter, "2min")])) == .ok)
        #expect(server.recorded.flushes == 0)
    }

    @Test("readers in the network make the daemon write at most once in ten seconds; the socket is not counted")
    func network() throws {
        let headers = try server.bearer()
        for path in ["/v1/track", "/v1/stats"] { _ = try finish(server.send(path, headers: headers)) }
        #expect(server.recorded.flushes == 1)
        _ = try finish(server.sendLocally("/v1/track"))
        #expect(server.recorded.flushes == 2)
        server.clock.advance(by: .milliseconds(9999))
        _ = try finish(server.send("/v1/track", headers: headers))
        #expect(server.recorded.flushes == 2)
        server.clock.advance(by: .milliseconds(1))
        _ = try finish(server.send("/v1/track", headers: headers))
        #expect(server.recorded.flushes == 3)
    }

    @Test("the command, which reads the file itself, has them written; nobody else has")
    func command() throws {
        let response = server.sendLocally("/v1/history/flush", .post)
        #expect(try finish(response) == .ok)
        #expect(server.recorded.flushes == 1)
        #expect(server.send("/v1/history/flush", .post, headers: try server.bearer()).status == .forbidden)
        #expect(server.send("/v1/history/flush", .post).status == .unauthorized)
        #expect(server.recorded.flushes == 1)
        let off = try TestServer().sendLocally("/v1/history/flush", .post)
        #expect(off.status == .notFound && off.text.contains("no-history"))
    }

    @Test("a visitor of a share does not make the daemon write")
    func share() throws {
        let made = server.sendLocally("/v1/shares", .post, body: #"{"since":"2025-12-31T00:00:00Z"}"#).text
        let start = try #require(made.firstRange(of: "/share/")).lowerBound
        let path = String(made[start...].prefix { $0 != "\"" })
        #expect(try finish(server.send(path + "v1/track")) == .ok)
        #expect(server.recorded.flushes == 0)
    }
}
