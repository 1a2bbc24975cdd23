import Linux
import Testing

@testable import HTTPServer

/// Responses are sent whole or not at all.
struct ResponseTests {
    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "a header that could end its line or misstate the length becomes an error",
        arguments: [
            HTTPField("X-Bad", "a\r\nSet-Cookie: b"), HTTPField("X-Bad", "a\nb"), HTTPField("X-Bad", "a\rb"),
            HTTPField("X-Bad", "a\0b"), HTTPField("X Bad", "a"), HTTPField("", "a"), HTTPField("X:", "a"),
            HTTPField("X\r\nY", "a"), HTTPField("Content-Length", "3"), HTTPField("transfer-encoding", "chunked"),
        ])
    func badHeader(header: HTTPField) throws {
        let stream = ScriptedStream()
        let server = try TestServer { request in
            HTTPResponse(headers: [header], body: request.path == "/stream" ? .stream(stream) : .bytes([0x61]))
        }
        let response = try #require(try server.exchange(request))
        #expect(response.status == 500 && response["set-cookie"] == nil && response["x-bad"] == nil)
        #expect(try server.exchange("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 500)
        #expect(stream.eventually { $0.closes == 1 } && stream.reads == 0)
    }

    @Test("an invalid status becomes an error", arguments: [0, -1, 99, 100, 101, 600, 1000, Int.max])
    func badStatus(number: Int) throws {
        let server = try TestServer { _ in HTTPResponse(HTTPStatus(rawValue: number)) }
        #expect(try server.exchange(request)?.status == 500)
    }

    @Test("every status in use is passed on", arguments: [200, 204, 304, 401, 404, 410, 421, 429, 503])
    func status(number: Int) throws {
        let server = try TestServer { _ in
            HTTPResponse(HTTPStatus(rawValue: number), headers: [HTTPField("ETag", "\"a\"")])
        }
        let client = try RawClient(port: server.port)
        for _ in 0..<2 {
            client.send(request)
            let response = try #require(try client.response())
            #expect(response.status == number && response["etag"] == "\"a\"" && response.body == [])
        }
    }

    @Test("a header with tabs, Latin letters or a repeated name is sent unchanged")
    func headers() throws {
        let server = try TestServer { _ in
            HTTPResponse(headers: [HTTPField("Set-Cookie", "a=ä"), HTTPField("Set-Cookie", "b=\"2\"; HttpOnly")])
        }
        let response = try #require(try server.exchange(request))
        #expect(response.headers.filter { $0.name == "set-cookie" }.map(\.value) == ["a=ä", "b=\"2\"; HttpOnly"])
    }

    @Test("similar responses are distinguished")
    func alike() throws {
        let body = Array("the same bytes".utf8)
        let server = try TestServer { request in
            let tag = HTTPField("ETag", "\"\(request.path.dropFirst().first ?? "-")\"")
            switch request.path.last {
            case "d": return HTTPResponse(.notFound, headers: [tag], body: .bytes(body))
            case "e": return HTTPResponse(headers: [tag], body: .bytes(Array("other bytes".utf8)))
            default: return HTTPResponse(headers: [tag], body: .bytes(body))
            }
        }
        let expected = ["/a": 200, "/b": 200, "/ad": 404, "/ae": 200, "/": 200]
        for path in ["/a", "/a", "/b", "/ad", "/a", "/ae", "/ae", "/", "/a"] {
            let response = try #require(try server.exchange("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"))
            #expect(response.status == expected[path] && response["etag"] == "\"\(path.dropFirst().first ?? "-")\"")
            #expect(response.text == (path == "/ae" ? "other bytes" : "the same bytes"))
        }
    }

    @Test("megabytes arrive whole at a slow client")
    func large() throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try TestServer { _ in HTTPResponse(body: .bytes(body)) }
        #expect(try server.exchange(request)?.body == body)
    }
}
