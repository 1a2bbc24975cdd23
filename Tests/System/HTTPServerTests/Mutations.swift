import Linux
import Simulator
import Testing

@testable import HTTPServer

/// Reproducible invalid requests.
enum Mutations {
    private static let pieces = [
        "GET ", "POST ", "HEAD ", "DELETE ", "/", "/..", "%00", "%2e%2e/", "?", "&a=", "=%", " HTTP/1.1", " HTTP/1.0",
        " HTTP/9.9", "\r\n", "\n", "\r", "\0", "Host: x", "Host:", "Content-Length: 4", "Content-Length: -1",
        "Transfer-Encoding: chunked", "Connection: close", "Expect: 100-continue", "Cookie: a=b; c", ":", " ", "\t",
        "5\r\nhello\r\n", "0\r\n\r\n", "FFFFFFFF\r\n", "\r\n\r\n", "http://x/", "*", "Upgrade: h2c", "\u{FF}",
    ]
    private static let whole = [
        "GET /a?b=c HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
        "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
    ]

    /// Sends `count` requests, each on its own connection, and checks in between that the server responds.
    static func run(count: Int, seed: UInt64) throws {
        let server = try TestServer { request in
            request.path == "/stream"
                ? HTTPResponse(body: .stream(ScriptedStream([.bytes([1, 2, 3]), .end]))) : TestServer.echo(request)
        }
        var numbers = SeededGenerator(seed: seed)
        for round in 1...count {
            let client = try round % 2 == 0 ? RawClient(port: server.port) : RawClient(path: server.path)
            client.send(request(&numbers))
            client.endSending()
            if round % 4 == 0 { client.receive(within: .milliseconds(20)) }
            if round % 100 == 0 { try #require(try server.isAlive(), "after \(round) requests of seed \(seed)") }
        }
        #expect(try server.isAlive())
    }

    private static func request(_ numbers: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: return (0..<Int.random(in: 0..<400, using: &numbers)).map { _ in .random(in: 0...255, using: &numbers) }
        case 1:
            let count = Int.random(in: 1..<30, using: &numbers)
            return Array((0..<count).compactMap { _ in pieces.randomElement(using: &numbers) }.joined().utf8)
        default: return mutated(&numbers)
        }
    }

    /// Returns a valid request with a few bytes changed, removed or inserted.
    private static func mutated(_ numbers: inout SeededGenerator) -> [UInt8] {
        var bytes = Array((whole.randomElement(using: &numbers) ?? "").utf8)
        for _ in 0..<Int.random(in: 0..<6, using: &numbers) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes[place] = .random(in: 0...255, using: &numbers)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 8))
            case 2: bytes.insert(contentsOf: Array((pieces.randomElement(using: &numbers) ?? "").utf8), at: place)
            default: bytes += bytes[place...]
            }
        }
        return bytes
    }
}
