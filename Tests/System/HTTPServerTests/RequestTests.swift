import Linux
import Synchronization
import Testing

@testable import HTTPServer

/// Requests reach the handler unchanged, or are rejected.
struct RequestTests {
    @Test("a TCP request with all its parts")
    func everything() throws {
        let server = try TestServer()
        let response = try #require(
            try server.exchange(
                "POST /a%2Fb/../c?x=1&y=a+b%26&x=%C3%A4&z HTTP/1.1\r\nHost: x\r\nX-Test: v\r\n"
                    + "Content-Length: 4\r\n\r\nbody"))
        #expect(response.status == 200 && response["content-type"] == "text/plain" && response["date"] != nil)
        #expect(
            response.text.split(separator: "\n", omittingEmptySubsequences: false) == [
                "POST", "/a%2Fb/../c", "x=1&y=a b&&x=ä&z=", #"network(address: "127.0.0.1")"#, "v", "body",
            ])
    }

    @Test("a request on the local socket is local")
    func local() throws {
        let server = try TestServer()
        let client = try RawClient(path: server.path)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response()?.text == "GET\n/\n\nlocal\n\n")
    }

    @Test("several requests on one connection, sequential and pipelined")
    func keepAlive() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        for number in 0..<5 {
            client.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.response()?.text.hasPrefix("GET\n/\(number)\n") == true)
        }
        client.send((5..<25).map { "POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab" }.joined())
        for number in 5..<25 {
            let text = try client.response()?.text
            #expect(text?.hasPrefix("POST\n/\(number)\n") == true && text?.hasSuffix("ab") == true)
        }
        #expect(!client.isClosed)
    }

    @Test("HEAD is answered with the headers only")
    func head() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try #require(try client.response(toHead: true))
        #expect(response.status == 200 && response["content-length"] != nil)
        #expect(try client.response()?.text.hasPrefix("GET\n/b\n") == true)
    }

    @Test("an HTTP/1.0 client gets a response, and its connection is closed")
    func oldClient() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.response()?.status == 200)
        #expect(client.isCut())
    }

    @Test("content may be chunked")
    func chunks() throws {
        let server = try TestServer()
        let response = try server.exchange(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(response?.text.hasSuffix("\nabcde") == true)
    }

    @Test("content up to the limit is read, a byte more is rejected, and the connection stays open", arguments: [0, 1])
    func bodyLimit(more: Int) throws {
        var limits = HTTPLimits()
        limits.body = 20_000
        let server = try TestServer(limits: limits)
        let client = try RawClient(port: server.port)
        let body = String(repeating: "x", count: limits.body + more)
        for _ in 0..<2 {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(try client.response()?.status == (more == 0 ? 200 : 413))
        }
    }

    @Test("content far above the limit is not read to its end")
    func farAboveLimit() throws {
        let server = try TestServer()
        let declared = try RawClient(port: server.port)
        declared.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
        #expect(try declared.response()?.status == 413)
        #expect(declared.isCut())
        let chunked = try RawClient(port: server.port)
        chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
        chunked.send(String(repeating: chunk, count: 100))
        #expect(chunked.isCut())
        #expect(try server.isAlive())
    }

    @Test("headers of 3 KB pass, of 8 KB do not")
    func headerLimit() throws {
        let server = try TestServer()
        for (name, size) in [("Referer", 3000), ("Cookie", 2500)] {
            let value = String(repeating: "c", count: size)
            #expect(try server.exchange("GET / HTTP/1.1\r\nHost: x\r\n\(name): \(value)\r\n\r\n")?.status == 200)
        }
        let cookies = (0..<30).map { "Cookie\($0): \(String(repeating: "c", count: 100))\r\n" }.joined()
        #expect(try server.exchange("GET / HTTP/1.1\r\nHost: x\r\n\(cookies)\r\n")?.status == 200)
        let long = String(repeating: "c", count: 8000)
        #expect(try server.exchange("GET / HTTP/1.1\r\nHost: x\r\nCookie: \(long)\r\n\r\n")?.status == 431)
        #expect(try server.exchange("GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 414)
    }

    @Test("a request rejected for its target has no effect, nor has any behind it")
    func rejectedTarget() throws {
        let handled = Mutex<[HTTPMethod]>([])
        let server = try TestServer { request in
            handled.withLock { $0.append(request.method) }
            return TestServer.echo(request)
        }
        for length in stride(from: HTTPLimits().target, through: 6800, by: 10) {
            let target = "/" + String(repeating: "c", count: length)
            let requests = ["DELETE \(target)", "PUT /", "DELETE /"].map { "\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
            #expect(try server.exchange(requests.joined())?.status == 414, "\(length) bytes")
        }
        #expect(try server.isAlive())
        #expect(handled.withLock { $0 } == [.get])
    }

    @Test(
        "a target of any length gets an immediate response",
        arguments: [
            "GET /# HTTP/1.1\r\nHost: x\r\n\r\n", "GET /?a=# HTTP/1.1\r\nHost: x\r\nCookie: twenty bytes or so\r\n\r\n",
        ])
    func everyTarget(_ pattern: String) throws {
        let server = try TestServer()
        for length in stride(from: 3000, through: 7600, by: 10) {
            let client = try RawClient(port: server.port)
            client.send(pattern.split(separator: "#").joined(separator: String(repeating: "c", count: length)))
            #expect(client.receive(), "\(length) bytes")
            #expect([200, 414].contains(try client.response()?.status), "\(length) bytes")
        }
    }
}
