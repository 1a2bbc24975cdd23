import APIClient
import Testing

@testable import APIClient

struct EventParserTests {
    private func events(_ text: String, by size: Int = 1000) throws -> [ServerEvent] {
        var parser = EventParser()
        let bytes = Array(text.utf8)
        return try stride(from: 0, to: bytes.count, by: size).flatMap { start in
            try parser.consume(Array(bytes[start..<min(start + size, bytes.count)]))
        }
    }

    private func event(_ data: String, _ kind: String = "message", id: String? = nil) -> ServerEvent {
        ServerEvent(kind: kind, data: Array(data.utf8), id: id)
    }

    @Test(
        "a stream is parsed according to the standard",
        arguments: [
            ("id: a-1\nevent: report\ndata: {}\n\n", [("{}", "report", "a-1")]),
            (": heartbeat\n\ndata: x\n\n", [("x", "message", nil)]), ("data:x\r\n\r\n", [("x", "message", nil)]),
            ("data: x\r\rdata: y\r\r", [("x", "message", nil), ("y", "message", nil)]),
            ("data: a\ndata:  b\ndata\n\n", [("a\n b\n", "message", nil)]),
            ("\u{FEFF}data: x\n\n", [("x", "message", nil)]), ("id: 1\n\ndata: x\n\n", [("x", "message", "1")]),
            ("event: report\n\ndata: x\n\n", [("x", "message", nil)]), ("data: lost", []), ("retry: 3\nodd: 1\n\n", []),
            ("id: \u{7}\ndata: x\n\n", [("x", "message", nil)]),
        ] as [(String, [(String, String, String?)])])
    func reads(text: String, expected: [(String, String, String?)]) throws {
        let expected = expected.map { event($0.0, $0.1, id: $0.2) }
        for size in [1, 2, 3, 1000] { #expect(try events(text, by: size) == expected) }
    }

    @Test("a reconnection discards incomplete events and preserves the identifier")
    func restart() throws {
        var parser = EventParser()
        _ = try parser.consume(Array("id: a-1\ndata: x\n\nid: a-2\ndata: lo".utf8))
        parser.restart()
        #expect(parser.lastID == "a-1")
        #expect(try parser.consume(Array("data: y\n\n".utf8)) == [event("y", id: "a-1")])
    }

    @Test("an endless line or event is rejected")
    func endless() {
        #expect(throws: ResponseError.notHTTP) { try events(String(repeating: "x", count: 1_100_000), by: 4096) }
        let line = "data: \(String(repeating: "x", count: 1000))\n"
        #expect(throws: ResponseError.notHTTP) { try events(String(repeating: line, count: 1100), by: 4096) }
    }
}
