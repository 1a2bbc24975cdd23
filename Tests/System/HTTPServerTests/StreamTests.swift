import Linux
import Synchronization
import Testing

@testable import HTTPServer

/// Streams reach the client in time, and end in order.
struct StreamTests {
    private func serving(_ stream: ScriptedStream, limits: HTTPLimits = HTTPLimits()) throws -> TestServer {
        try TestServer(limits: limits) { request in
            request.path == "/alive" ? HTTPResponse() : HTTPResponse(body: .stream(stream))
        }
    }

    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "available data is sent at once, later data on a wake, and the end closes the stream", arguments: [false, true])
    func wakes(isSentOnWake: Bool) throws {
        let stream = ScriptedStream([.bytes(Array("one".utf8)[...])], isSentOnWake: isSentOnWake)
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.head()["transfer-encoding"] == "chunked")
        #expect(try client.chunk() == Array("one".utf8))
        for text in ["two", "three"] {
            stream.push(text)
            #expect(try client.chunk() == Array(text.utf8))
        }
        stream.add(.end)
        stream.wake()
        #expect(try client.chunk() == nil)
        #expect(stream.eventually { $0.closes == 1 } && stream.starts == 1)
        client.send("GET /alive HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response()?.status == 200)
        stream.wake()
        #expect(try server.isAlive() && stream.closes == 1)
    }

    @Test("a stream on the local socket to an HTTP/1.0 client has no chunks", arguments: [false, true])
    func oldClient(isSentOnWake: Bool) throws {
        let text = String(repeating: "0123456789", count: 20_000)
        let stream = ScriptedStream(
            [.bytes(Array(text.utf8)[...]), .pending, .bytes(Array("more".utf8)[...]), .end],
            isSentOnWake: isSentOnWake)
        let server = try serving(stream)
        let client = try RawClient(path: server.path)
        client.send("GET / HTTP/1.0\r\n\r\n")
        // A wake before `pending` would be used up by it.
        #expect(stream.eventually { $0.remaining == 2 })
        stream.wake()
        #expect(try client.response()?.text == text + "more")
        #expect(stream.eventually { $0.closes == 1 })
    }

    @Test("a failed stream cuts the connection, so that it does not pass for whole")
    func fails() throws {
        let stream = ScriptedStream([.bytes(Array("half".utf8)[...]), .failed])
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.head().status == 200)
        #expect(try client.chunk() == Array("half".utf8))
        #expect(client.isCut())
        #expect(stream.eventually { $0.closes == 1 })
        #expect(try server.isAlive())
    }

    @Test("a stream that fails at a wake cuts the connection", arguments: [false, true])
    func failsLater(isSentOnWake: Bool) throws {
        let stream = ScriptedStream([.bytes(Array("half".utf8)[...])], isSentOnWake: isSentOnWake)
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.head().status == 200)
        #expect(try client.chunk() == Array("half".utf8))
        stream.add(.failed)
        stream.wake()
        #expect(client.isCut())
        #expect(stream.eventually { $0.closes == 1 })
    }

    @Test("a stream that is sent on a wake is read by the thread that wakes")
    func readsOnWake() throws {
        let stream = ScriptedStream(isSentOnWake: true)
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.head().status == 200)
        var number = 0
        // The connection is suspended some time after the first read.
        let isRead = stream.eventually { stream in
            number += 1
            let before = stream.reads
            stream.push("event \(number)")
            return stream.reads == before + 2
        }
        #expect(isRead)
        for event in 1...number { #expect(try client.chunk() == Array("event \(event)".utf8)) }
    }

    @Test("a wake during a read is not lost")
    func wakeWhileReading() throws {
        let slot = Mutex<ScriptedStream?>(nil)
        let rounds = Mutex(0)
        // Returns `pending` and wakes during the read, between the result and the suspension.
        let stream = ScriptedStream {
            guard let stream = slot.withLock({ $0 }), stream.reads > 0, stream.closes == 0 else { return }
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            if round == 50 { stream.add(.end) }
            if round <= 50 { stream.wake() }
        }
        slot.withLock { $0 = stream }
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.response()?.body == [])
        #expect(stream.eventually { $0.closes == 1 })
        slot.withLock { $0 = nil }
    }

    @Test("a slow client gets every event whole, also where the kernel takes a part of one", arguments: [500, 3000])
    func slowClient(size: Int) throws {
        let stream = ScriptedStream(isSentOnWake: true)
        // The kernel's minimum, in which a local socket has no room for the whole of a larger event.
        var limits = HTTPLimits()
        limits.streamSendBuffer = 1
        let server = try serving(stream, limits: limits)
        let client = try RawClient(path: server.path)
        client.send(request)
        #expect(try client.head().status == 200)
        let events = (0..<400).map { String(repeating: "\($0 % 10)", count: size + $0 % 83) }
        for event in events.dropLast(20) { stream.push(event) }
        var received: [UInt8] = []
        // Reads a little, so that the kernel has room for parts.
        for event in events.suffix(20) {
            received += try client.chunk() ?? []
            stream.push(event)
        }
        let all = Array(events.joined().utf8)
        while received.count < all.count {
            stream.wake()
            guard let chunk = try client.chunk() else { break }
            received += chunk
        }
        #expect(received == all && stream.closes == 0)
    }

    @Test("a departed client is detected by the next bytes for it", arguments: [false, true], [false, true])
    func leaves(isLocal: Bool, isSentOnWake: Bool) throws {
        let stream = ScriptedStream(isSentOnWake: isSentOnWake)
        let server = try serving(stream)
        do {
            let client = try isLocal ? RawClient(path: server.path) : RawClient(port: server.port)
            client.send(request)
            #expect(try client.head().status == 200)
            #expect(stream.eventually { $0.reads > 0 })
        }
        let isClosed = stream.eventually {
            $0.push("anybody there?")
            return $0.closes > 0
        }
        #expect(isClosed)
        stream.wake()
        #expect(try server.isAlive() && stream.closes == 1)
    }

    @Test("HEAD closes a stream that was never started")
    func head() throws {
        let stream = ScriptedStream([.end])
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response(toHead: true)?.status == 200)
        #expect(client.isCut() && client.unread == [])
        #expect(stream.starts == 0 && stream.closes == 1 && stream.reads == 0)
    }

    @Test("stopping ends pending streams, blocked streams and open connections", arguments: [false, true])
    func stops(isSentOnWake: Bool) throws {
        let waiting = ScriptedStream(isSentOnWake: isSentOnWake)
        let endless = ScriptedStream([.bytes([UInt8](repeating: 0, count: 50_000_000)[...])])
        let server = try TestServer { request in
            HTTPResponse(body: .stream(request.path == "/endless" ? endless : waiting))
        }
        let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
        clients[0].send(request)
        clients[1].send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
        clients[2].send("GET /half")
        #expect(waiting.eventually { $0.reads > 0 } && endless.eventually { $0.reads > 3 })
        server.server.stop()
        #expect(waiting.closes == 1 && endless.closes == 1)
        for client in clients { #expect(client.isCut()) }
        waiting.wake()
        server.server.stop()
    }

    @Test("a stream to a stalled viewer is not read, and the kernel buffers little", arguments: [false, true])
    func stalled(isSentOnWake: Bool) throws {
        let stream = ScriptedStream(isSentOnWake: isSentOnWake)
        let server = try serving(stream)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.head().status == 200 && stream.eventually { $0.reads > 0 })
        let event = [UInt8](repeating: 0x65, count: 1000)
        for _ in 0..<10_000 { stream.add(.bytes(event[...])) }
        stream.wake()
        var before = -1
        let isStill = stream.eventually { stream in
            defer { before = stream.reads }
            _ = Poll.wait([], timeout: .milliseconds(50))
            return stream.reads == before
        }
        // The buffers of both ends of the loopback; all events are 10,000.
        #expect(isStill && stream.reads > 5 && stream.reads < 5000)
        #expect(try server.isAlive())
        var bytes = 0
        while bytes < 10_000_000 { bytes += try #require(try client.chunk()).count }
        #expect(bytes == 10_000_000)
    }

    @Test("200 streams are woken at once, three times, by three threads", arguments: [false, true])
    func many(isSentOnWake: Bool) throws {
        let streams = (0..<200).map { _ in ScriptedStream(isSentOnWake: isSentOnWake) }
        let next = Atomic(0)
        let server = try TestServer { _ in
            HTTPResponse(body: .stream(streams[next.wrappingAdd(1, ordering: .relaxed).oldValue]))
        }
        let clients = try streams.map { _ in try RawClient(port: server.port) }
        for client in clients { client.send(request) }
        for client in clients { #expect(try client.head().status == 200) }
        for round in 0..<3 {
            let threads = try (0..<3).map { part in
                try WorkerThread(name: "waker") {
                    for number in stride(from: part, to: 200, by: 3) { streams[number].push("event \(round)") }
                }
            }
            for thread in threads { thread.join() }
            for client in clients { #expect(try client.chunk() == Array("event \(round)".utf8)) }
        }
        for stream in streams {
            stream.add(.end)
            stream.wake()
        }
        for client in clients { #expect(try client.chunk() == nil) }
    }

    @Test("a stream that returns too much or nothing is cut", arguments: [0, 1_000_000])
    func wrongCount(count: Int) throws {
        final class Wrong: ByteStream {
            let count: Int
            init(_ count: Int) { self.count = count }
            func start(_ wake: @escaping @Sendable () -> Void) {}
            func read(atMost limit: Int) -> StreamChunk { .bytes([UInt8](repeating: 0, count: count)[...]) }
            func close() {}
        }
        let server = try TestServer { request in
            request.path == "/alive" ? HTTPResponse() : HTTPResponse(body: .stream(Wrong(count)))
        }
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(client.isCut())
        #expect(try server.isAlive())
    }
}
