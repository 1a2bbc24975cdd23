import Linux
import Synchronization
import Testing

@testable import HTTPServer

/// What becomes of the content of a request is decided before it is read.
struct AdmissionTests {
    /// Room for all content that is being received; it is refused to clients without a header.
    private final class Room: Sendable {
        private let free: Mutex<Int>
        let questions = Mutex<[String]>([])

        init(_ bytes: Int = 50_000) { free = Mutex(bytes) }

        var bytes: Int { free.withLock { $0 } }

        func decide(_ request: HTTPRequest, _ length: Int) -> HTTPAdmission {
            questions.withLock { $0.append("\(request.path) \(length) \(request.body.count)") }
            guard request.header("X-Known") != nil else { return .response(AdmissionTests.text("who?", .unauthorized)) }
            guard take(length) else {
                return .response(HTTPResponse(.serviceUnavailable, headers: [HTTPField("Retry-After", "5")]))
            }
            return .content(upTo: 30_000, in: ContentReservation { [self] in free.withLock { $0 += length } })
        }

        private func take(_ length: Int) -> Bool {
            free.withLock { free in
                guard free >= length else { return false }
                free -= length
                return true
            }
        }
    }

    private static func text(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, body: .bytes(Array(text.utf8)))
    }

    private static func head(_ length: Int, _ header: String = "X-Known: yes") -> String {
        "POST /a HTTP/1.1\r\nHost: x\r\n\(header)\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func content(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// A server that responds with the size of the content and the room meanwhile.
    private func server(_ room: Room) throws -> TestServer {
        try server(room.decide) { Self.text("\($0.body.count) \(room.bytes)") }
    }

    private func server(
        _ admission: @escaping HTTPServer.Admission, _ handler: @escaping HTTPServer.Handler = TestServer.echo
    ) throws -> TestServer {
        var limits = HTTPLimits()
        limits.body = 40_000
        return try TestServer(limits: limits, handler, admission: admission)
    }

    @Test("refused content is discarded, its response comes after it, and the connection goes on")
    func refused() throws {
        let server = try server(Room())
        let client = try RawClient(port: server.port)
        client.send(Self.head(100_000, "X-Other: yes") + Self.content(99_999))
        #expect(!client.receive(within: .milliseconds(20)))
        client.send("x" + Self.head(30_000) + Self.content(30_000))
        let refusal = try #require(try client.response())
        #expect(refusal.status == 401 && refusal.text == "who?")
        #expect(try client.response()?.text == "30000 50000")
    }

    @Test("half of the content of strangers takes no room, nor do they hold up anybody")
    func strangers() throws {
        let room = Room()
        let server = try server(room)
        let strangers = try (0..<34).map { _ in try RawClient(port: server.port) }
        for stranger in strangers { stranger.send(Self.head(30_000, "X-Other: yes") + Self.content(29_900)) }
        for _ in 0..<5 { #expect(try server.exchange(Self.head(30_000) + Self.content(30_000))?.text == "30000 50000") }
        for stranger in strangers {
            stranger.send(Self.content(100))
            #expect(try stranger.response()?.status == 401)
        }
        #expect(room.bytes == 50_000)
    }

    @Test("without room the response says so, and there is room again after each request and each client that leaves")
    func full() throws {
        let room = Room()
        let server = try server(room)
        var client: RawClient? = try RawClient(port: server.port)
        client?.send(Self.head(30_000) + Self.content(29_999))
        #expect(waits { room.bytes == 20_000 })
        let refusal = try #require(try server.exchange(Self.head(30_000) + Self.content(30_000)))
        #expect(refusal.status == 503 && refusal["retry-after"] == "5")
        client?.send("x")
        #expect(try client?.response()?.text == "30000 50000")
        client?.send(Self.head(30_000) + Self.content(29_999))
        #expect(waits { room.bytes == 20_000 })
        client = nil
        #expect(waits { room.bytes == 50_000 })
    }

    private func waits(_ condition: () -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(30)
        while SystemClock.uptime < deadline, !condition() { _ = Poll.wait([], timeout: .milliseconds(2)) }
        return condition()
    }

    @Test("it is decided by the most bytes that there can be, and not for requests without any")
    func lengths() throws {
        let room = Room()
        let server = try server(room)
        let chunked = "POST /c HTTP/1.1\r\nHost: x\r\nX-Known: yes\r\nTransfer-Encoding: chunked\r\n\r\n"
        for request in [
            "GET /g HTTP/1.1\r\nHost: x\r\n\r\n", Self.head(0), Self.head(2) + "xx", chunked + "2\r\nxx\r\n0\r\n\r\n",
        ] { #expect(try server.exchange(request)?.status == 200) }
        #expect(room.questions.withLock { $0 } == ["/a 2 0", "/c 40000 0"])
        #expect(try server.exchange(Self.head(30_001) + Self.content(30_001))?.status == 413)
        #expect(try server.exchange("POST /?%a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nxx")?.status == 400)
    }

    /// Questions without a decision.
    private final class Undecided: Sendable {
        private let waiting = Mutex<[DeferredResponse]>([])
        private let isDecided = Mutex(false)

        func decide(_: HTTPRequest, _: Int) -> HTTPAdmission {
            if isDecided.withLock({ $0 }) { return .content(upTo: 100) }
            let response = DeferredResponse()
            waiting.withLock { $0.append(response) }
            return .after(response)
        }

        var count: Int { waiting.withLock { $0.count } }

        func decide(_ response: HTTPResponse) {
            isDecided.withLock { $0 = response.status == .noContent }
            for question in waiting.withLock({ $0 }) { question.send(response) }
            waiting.withLock { $0 = [] }
        }
    }

    @Test("a decision that takes time holds up nobody else; the content is read after it, or discarded")
    func later() throws {
        let undecided = Undecided()
        let server = try server(undecided.decide) { Self.text("\($0.body.count)") }
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients { client.send(Self.head(4) + "body" + Self.head(2)) }
        #expect(try server.isAlive())
        #expect(clients.allSatisfy { !$0.receive(within: .milliseconds(20)) })
        #expect(waits { undecided.count == 3 })
        undecided.decide(Self.text("no", .forbidden))
        for client in clients { #expect(try client.response()?.status == 403) }
        for client in clients { client.send("xx") }
        #expect(waits { undecided.count == 3 })
        undecided.decide(HTTPResponse(.noContent))
        for client in clients { #expect(try client.response()?.text == "2") }
    }

    @Test("a client that waits for permission to send gets it after the decision")
    func expecting() throws {
        let undecided = Undecided()
        let server = try server(undecided.decide) { Self.text("\($0.body.count)") }
        let client = try RawClient(port: server.port)
        client.send(Self.head(4, "Expect: 100-continue"))
        #expect(waits { undecided.count == 1 } && !client.receive(within: .milliseconds(20)))
        undecided.decide(HTTPResponse(.noContent))
        #expect(try client.head().status == 100)
        client.send("body")
        #expect(try client.response()?.text == "4")
    }

    @Test("a client that leaves before the decision, and a server that stops, are no harm")
    func leaving() throws {
        let undecided = Undecided()
        let server = try server(undecided.decide)
        do {
            let client = try RawClient(port: server.port)
            client.send(Self.head(4) + "bo")
            #expect(waits { undecided.count == 1 })
        }
        #expect(try server.isAlive())
        undecided.decide(Self.text("late", .forbidden))
        let client = try RawClient(port: server.port)
        client.send(Self.head(4) + "bo")
        #expect(waits { undecided.count == 1 })
        server.server.stop()
        #expect(client.isCut())
        undecided.decide(Self.text("too late", .forbidden))
    }
}
