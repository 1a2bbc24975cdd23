import Linux
import TestSupport
import Testing

@testable import HTTPServer

/// An ambiguous request is rejected, and the connection closed.
struct SmugglingTests {
    struct Shape: CustomTestStringConvertible {
        let testDescription: String
        let request: String

        init(_ name: String, _ request: String) {
            testDescription = name
            self.request = request
        }
    }

    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n"
    private static let post = "POST / HTTP/1.1\r\nHost: x\r\n"

    static let ambiguous = [
        Shape("length and chunks", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Shape("chunks and length", post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
        Shape("two lengths", post + "Content-Length: 0\r\nContent-Length: 3\r\n\r\nabc"),
        Shape("the same length twice", post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
        Shape("a list of lengths", post + "Content-Length: 3, 3\r\n\r\nabc"),
        Shape("a length with a sign", post + "Content-Length: +3\r\n\r\nabc"),
        Shape("a negative length", post + "Content-Length: -3\r\n\r\nabc"),
        Shape("a hexadecimal length", post + "Content-Length: 0x3\r\n\r\nabc"),
        Shape("no length in the header", post + "Content-Length: \r\n\r\n"),
        Shape("a length beyond numbers", post + "Content-Length: 99999999999999999999\r\n\r\n"),
        Shape("another encoding", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        Shape("identity", post + "Transfer-Encoding: identity\r\n\r\n"),
        Shape("two encodings", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n"),
        Shape("space before the colon", post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        Shape("tab before the colon", post + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n"),
        Shape("space before the colon of a length", post + "Content-Length : 30\r\n\r\n"),
        Shape("vertical tab", post + "Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n"),
        Shape("carriage return in a value", get + "X: a\rb\r\n\r\n"),
        Shape("two hosts", get + "Host: y\r\n\r\n"),
        Shape("no host", "GET / HTTP/1.1\r\n\r\n"),
        Shape("a header without a colon", get + "nonsense\r\n\r\n"),
        Shape("an encoding without a colon", post + "Transfer-Encoding chunked\r\n\r\n0\r\n\r\n"),
        Shape("a name with a space", get + "X Y: z\r\n\r\n"),
        Shape("a chunk of no size", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
        Shape("an endless chunk size", post + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"),
    ]

    @Test("an ambiguous request is rejected, and nothing after it is read", arguments: ambiguous)
    func rejects(shape: Shape) throws {
        #expect(try !textBeforeCut(by: shape.request).contains("HTTP/1.1 200"))
    }

    /// Sends a request with another behind it, checks that the connection is closed and the other is not answered, and
    /// returns the response.
    private func textBeforeCut(by request: String) throws -> String {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send(request + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
        let isCut = client.isCut()
        #expect(isCut)
        let text = String(decoding: client.unread, as: UTF8.self)
        #expect(!text.contains("smuggled"))
        #expect(try server.isAlive())
        return text
    }

    /// 0.9.75 ignores such a header, responds, and closes the connection at the chunk; 1.0 rejects the header.
    @Test("a header without a name never frames the content, and nothing after it is read")
    func namelessHeader() throws {
        #expect(try !textBeforeCut(by: Self.post + ": chunked\r\n\r\n0\r\n\r\n").isEmpty)
    }

    static let malformed = [
        Shape("NUL in the query", "GET /?a=%00 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("half a percent code", "GET /?a=%4 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("no hexadecimal", "GET /?a=%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("no UTF-8", "GET /?a=%ff HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("65 arguments", "GET /?\(String(repeating: "a&", count: 65)) HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("no slash", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("an address of a proxy", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("another scheme", "GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("another host", "GET http://evil/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("a host in front of another", "GET http://x@evil/ HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("bytes beyond ASCII", "GET /ä HTTP/1.1\r\nHost: x\r\n\r\n"),
        Shape("a control character", "GET /\u{01} HTTP/1.1\r\nHost: x\r\n\r\n"),
    ]

    @Test("a malformed target is a bad request", arguments: malformed)
    func bad(shape: Shape) throws {
        let server = try TestServer()
        #expect(try server.exchange(shape.request)?.status == 400)
        #expect(try server.isAlive())
    }

    @Test(
        "the path reaches the handler unchanged",
        arguments: [
            ("/../../etc/passwd", "/../../etc/passwd"), ("/%2e%2e/a", "/%2e%2e/a"), ("/a%00b", "/a%00b"),
            ("//double//", "//double//"), ("/a%2Fb+c", "/a%2Fb+c"), ("http://X/abs?q=1", "/abs"), ("http://x", "/"),
        ])
    func rawPath(target: String, path: String) throws {
        let server = try TestServer()
        let response = try server.exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(response?.text.hasPrefix("GET\n\(path)\n") == true)
    }

    @Test("bare line feeds and folded lines are read as one request, as RFC 9112 allows")
    func lenient() throws {
        let server = try TestServer()
        #expect(try server.exchange("GET /lf HTTP/1.1\nHost: x\n\n")?.status == 200)
        let folded = try server.exchange("GET /fold HTTP/1.1\r\nHost: x\r\nX-Test: a\r\n b\r\n\r\n")
        #expect([200, 400].contains(folded?.status))
    }

    @Test("2,000 random and mutated requests do not stop the server")
    func mutations() throws {
        try Mutations.run(count: 2000, seed: 5)
    }
}
