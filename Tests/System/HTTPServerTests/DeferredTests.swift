import Linux
import Synchronization
import Testing

@testable import HTTPServer

/// Deferred responses reach their clients once they are sent, and hold up nobody else.
struct DeferredTests {
    /// Deferred responses in the order of their requests.
    private final class Waiting: Sendable {
        private let list = Mutex<[DeferredResponse]>([])

        func add() -> HTTPResponse {
            let response = DeferredResponse()
            list.withLock { $0.append(response) }
            return HTTPResponse(body: .deferred(response))
        }

        func at(_ index: Int) throws -> DeferredResponse {
            let deadline = SystemClock.uptime + .seconds(30)
            while SystemClock.uptime < deadline {
                if let response = list.withLock({ $0.count > index ? $0[index] : nil }) { return response }
                _ = Poll.wait([], timeout: .milliseconds(2))
            }
            struct NoRequestError: Error {}
            throw NoRequestError()
        }
    }

    private let waiting = Waiting()

    private func server() throws -> TestServer {
        try TestServer { [waiting] request in
            guard request.path == "/now" else { return request.path == "/alive" ? HTTPResponse() : waiting.add() }
            let response = DeferredResponse()
            response.send(Self.text("now"))
            return HTTPResponse(.notFound, body: .deferred(response))
        }
    }

    private static func text(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, headers: [HTTPField("X-Test", "yes")], body: .bytes(Array(text.utf8)))
    }

    private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody"

    @Test("a response that another thread sends later has its own status, headers and body")
    func later() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send(post)
        let deferred = try waiting.at(0)
        #expect(try server.isAlive())
        #expect(!client.receive(within: .milliseconds(50)))
        let thread = try WorkerThread(name: "sender") {
            deferred.send(Self.text("done", .serviceUnavailable))
            deferred.send(Self.text("again"))
        }
        let response = try #require(try client.response())
        #expect(response.status == 503 && response.text == "done" && response["x-test"] == "yes")
        thread.join()
        client.send(get)
        try waiting.at(1).send(Self.text("second"))
        #expect(try client.response()?.text == "second")
    }

    @Test("a response that is sent before the server waits is not lost")
    func before() throws {
        let response = try server().exchange("GET /now HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(response?.status == 200 && response?.text == "now")
    }

    @Test("many clients wait at once, and each gets its own response")
    func many() throws {
        let server = try server()
        let clients = try (0..<100).map { index in
            let client = try RawClient(port: server.port)
            client.send(get)
            _ = try waiting.at(index)
            return client
        }
        for index in clients.indices.reversed() { try waiting.at(index).send(Self.text("\(index)")) }
        for (index, client) in clients.enumerated() { #expect(try client.response()?.text == "\(index)") }
    }

    @Test("pipelined requests get their responses in order")
    func pipelined() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send(get + post)
        try waiting.at(0).send(Self.text("one"))
        try waiting.at(1).send(Self.text("two"))
        #expect(try client.response()?.text == "one")
        #expect(try client.response()?.text == "two")
    }

    @Test("a deferred response may be a stream, and one to HEAD has no body")
    func kinds() throws {
        let server = try server()
        let client = try RawClient(port: server.port)
        client.send(get)
        let stream = ScriptedStream([.bytes(Array("part".utf8)[...]), .end])
        try waiting.at(0).send(HTTPResponse(body: .stream(stream)))
        #expect(try client.response()?.text == "part")
        client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        try waiting.at(1).send(Self.text("long"))
        #expect(try client.response(toHead: true)?["content-length"] == "4")
        client.send(get)
        try waiting.at(2).send(Self.text("end"))
        #expect(try client.response()?.text == "end")
    }

    @Test("a client that leaves, and a server that stops, are no harm to a response")
    func leaving() throws {
        let server = try server()
        do {
            let client = try RawClient(port: server.port)
            client.send(get)
            _ = try waiting.at(0)
        }
        #expect(try server.isAlive())
        try waiting.at(0).send(Self.text("late"))
        #expect(try server.isAlive())
        let client = try RawClient(port: server.port)
        client.send(get)
        let deferred = try waiting.at(1)
        server.server.stop()
        #expect(client.isCut())
        deferred.send(Self.text("too late"))
    }
}
