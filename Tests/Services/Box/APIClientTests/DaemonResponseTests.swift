import APIClient
import Testing

@testable import APIClient

struct DaemonResponseTests {
    private func reply(_ text: String) throws -> DaemonResponse { try DaemonResponse(Array(text.utf8)) }

    @Test("status, headers and content are parsed, with or without a length")
    func good() throws {
        let sized = try reply("HTTP/1.1 200 OK\r\nContent-Type: a/b \r\ncontent-length:  2\r\n\r\nhi")
        #expect(sized.head.status == 200 && sized.content == Array("hi".utf8))
        #expect(sized.head["content-type"] == "a/b" && sized.error == nil)
        let unsized = try reply("HTTP/1.0 201 \r\n\r\n\r\n\r\n")
        #expect(unsized.head.status == 201 && unsized.content == Array("\r\n\r\n".utf8))
        #expect(try reply("HTTP/1.1 204 No Content\r\n\r\n").content.isEmpty)
    }

    @Test(
        "a malformed response is rejected",
        arguments: [
            "SSH-2.0-x\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n",
            "HTTP/1.1 200\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\na b: x\r\n\r\n", "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
            "HTTP/1.1 200 OK\nA: b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nhi",
            "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nhi",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/1.1 200 OK\u{7}\r\n\r\n",
            "HTTP/1.1 200 \u{E9}\r\n\r\n", String(repeating: "x", count: 20_000),
        ])
    func hostile(text: String) {
        #expect(throws: ResponseError.notHTTP) { try reply(text) }
    }

    @Test(
        "an incomplete response is reported as truncated",
        arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi"])
    func cut(text: String) {
        #expect(throws: ResponseError.truncated) { try reply(text) }
    }

    @Test("the size of the chunks makes no difference")
    func portions() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 10\r\n\r\n0123456789".utf8)
        for size in 1...bytes.count {
            var reader = ResponseReader()
            var content: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                content += try reader.consume(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            try reader.finish()
            #expect(content == Array("0123456789".utf8) && reader.head?["a"] == "b")
        }
    }

    @Test("an error response is reported with the daemon's detail, or its status without one")
    func errorResponses() throws {
        let problem = try DaemonResponse(Self.errorResponse(409, "exists", "there is a token of that name"))
        #expect(problem.error == ErrorResponse(status: 409, code: "exists", detail: "there is a token of that name"))
        let plain = try DaemonResponse(Self.reply("<h1>no</h1>", status: 502, type: "text/html"))
        #expect(plain.error == ErrorResponse(status: 502, code: "", detail: "the daemon returned status 502"))
        let broken = try DaemonResponse(Self.reply("{{", status: 500, type: "application/problem+json"))
        #expect(broken.error?.detail == "the daemon returned status 500")
    }

    @Test("a request contains only what is necessary")
    func request() {
        let post = ClientRequest(method: .post, target: "/v1/x", content: Array("{}".utf8))
        let text =
            "POST /v1/x HTTP/1.0\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        #expect(String(decoding: post.bytes, as: UTF8.self) == text)
        #expect(ClientRequest.escaped("a b/é\r\n%~") == "a%20b%2F%C3%A9%0D%0A%25~")
    }

    private static func reply(_ content: String, status: Int, type: String) -> [UInt8] {
        let head =
            "HTTP/1.1 \(status) Some Words\r\nContent-Type: \(type)\r\nContent-Length: \(content.utf8.count)\r\n\r\n"
        return Array((head + content).utf8)
    }

    private static func errorResponse(_ status: Int, _ code: String, _ detail: String) -> [UInt8] {
        let content = "{\"title\":\"No\",\"status\":\(status),\"detail\":\"\(detail)\",\"code\":\"\(code)\"}"
        return reply(content, status: status, type: "application/problem+json")
    }
}
