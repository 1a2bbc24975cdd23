import APIClient
import Testing

struct EventStreamConnectionTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private func request(_ connection: inout EventStreamConnection, at seconds: Int) -> String {
        String(decoding: connection.open(at: .seconds(seconds)), as: UTF8.self)
    }

    private func receive(
        _ text: String, _ connection: inout EventStreamConnection, at seconds: Int
    ) -> [EventStreamConnection.Message] {
        connection.receive(Array(text.utf8), at: .seconds(seconds))
    }

    @Test("is due at once, and asks for the events after the last one received")
    func requests() {
        var connection = EventStreamConnection()
        #expect(connection.deadline == .zero && !connection.isOpen)
        let first = request(&connection, at: 5)
        #expect(first.hasPrefix("GET /v1/events HTTP/1.0\r\n") && !first.contains("Last-Event-ID"))
        #expect(connection.isOpen)
        let messages = receive(Self.head + "id: a-7\nevent: report\ndata: {}\n\n", &connection, at: 6)
        #expect(messages == [.report(Array("{}".utf8))])
        connection.close(at: .seconds(7))
        #expect(!connection.isOpen)
        #expect(request(&connection, at: 8).contains("\r\nLast-Event-ID: a-7\r\n"))
    }

    @Test("the pause between connections grows to 5 s, and a message resets it")
    func pauses() {
        var connection = EventStreamConnection()
        var pauses: [Duration] = []
        for _ in 0..<8 {
            _ = connection.open(at: .seconds(10))
            connection.close(at: .seconds(10))
            pauses.append(connection.deadline - .seconds(10))
        }
        #expect(pauses == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
        _ = connection.open(at: .seconds(20))
        #expect(receive(Self.head + "event: missed\ndata: {\"missed\":3}\n\n", &connection, at: 20) == [.missed(3)])
        connection.close(at: .seconds(20))
        #expect(connection.deadline == .seconds(20) + .milliseconds(100))
    }

    @Test("a silent connection ends 40 s after its last bytes; other events are ignored")
    func silence() {
        var connection = EventStreamConnection()
        _ = connection.open(at: .seconds(0))
        #expect(receive(Self.head + ": heartbeat\n\nevent: place\ndata: {}\n\n", &connection, at: 15).isEmpty)
        #expect(connection.deadline == .seconds(55))
    }

    @Test("bytes that are not HTTP are an invalid message, and an error response is the error of the ended connection")
    func errors() {
        var connection = EventStreamConnection()
        _ = connection.open(at: .zero)
        #expect(receive("hello there\r\n\r\n", &connection, at: 1) == [.invalid(.notHTTP)])
        _ = connection.open(at: .zero)
        let problem = "HTTP/1.1 503 X\r\nContent-Type: application/problem+json\r\n\r\n{\"detail\":\"too many\"}"
        #expect(receive(problem, &connection, at: 1).isEmpty)
        #expect(connection.error?.description == "too many")
    }
}
