import Linux
import TestSupport
import Testing

@testable import HTTPServer

/// No client exceeds its limits.
struct LimitTests {
    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("a request sent byte by byte is cut, and a slow response is not")
    func slowRequest() throws {
        var limits = HTTPLimits()
        // The other client sends its whole request in less, on a busy machine too.
        limits.request = .seconds(2)
        let stream = ScriptedStream()
        let server = try TestServer(limits: limits) { _ in HTTPResponse(body: .stream(stream)) }
        let watching = try RawClient(port: server.port)
        watching.send(request)
        #expect(try watching.head().status == 200)
        let dripping = try RawClient(port: server.port)
        let start = SystemClock.uptime
        while SystemClock.uptime - start < .seconds(30), !dripping.isClosed {
            dripping.send("G")
            dripping.receive(within: .milliseconds(20))
        }
        #expect(dripping.isClosed)
        let silent = try RawClient(path: server.path)
        #expect(silent.isCut())
        stream.push("still there")
        #expect(try watching.chunk() == Array("still there".utf8))
    }

    @Test("a kept-alive connection has the full time for each request")
    func keptAlive() throws {
        var limits = HTTPLimits()
        limits.request = .seconds(3)
        let server = try TestServer(limits: limits)
        let client = try RawClient(port: server.port)
        let start = SystemClock.uptime
        while SystemClock.uptime - start < .seconds(5) {
            client.send(request)
            #expect(try client.response()?.status == 200)
            client.receive(within: .milliseconds(50))
        }
        #expect(client.isCut())
    }

    @Test("an idle connection is closed after a second")
    func idle() throws {
        var limits = HTTPLimits()
        limits.idleSeconds = 1
        let server = try TestServer(limits: limits)
        let client = try RawClient(port: server.port)
        client.send(request)
        #expect(try client.response()?.status == 200)
        #expect(client.isCut())
    }

    @Test("TCP connections above the limit wait, and local ones do not")
    func connections() throws {
        var limits = HTTPLimits()
        limits.connections = 3
        let server = try TestServer(limits: limits)
        var clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients {
            client.send(request)
            #expect(try client.response()?.status == 200)
        }
        let fourth = try RawClient(port: server.port)
        fourth.send(request)
        #expect(!fourth.receive(within: .milliseconds(200)))
        let local = try RawClient(path: server.path)
        local.send(request)
        #expect(try local.response()?.status == 200)
        clients.removeLast()
        #expect(try fourth.response()?.status == 200)
    }

    @Test("connections that arrive at once do not exceed the limit either")
    func simultaneousConnections() throws {
        var limits = HTTPLimits()
        limits.connections = 3
        let (listener, port) = try listener()
        let clients = try (0..<10).map { _ in try RawClient(port: port) }
        for client in clients { client.send(request) }
        let server = try HTTPServer([listener], limits: limits, handler: TestServer.echo)
        defer { server.stop() }
        for client in clients.prefix(3) { #expect(try client.response()?.status == 200) }
        for client in clients.dropFirst(3) { #expect(!client.receive(within: .milliseconds(20)) && !client.isClosed) }
    }

    @Test("connections that the library refuses are closed, and do not count")
    func refusedConnections() throws {
        var limits = HTTPLimits()
        limits.connections = 2
        // More than any machine has: the library cannot open a connection.
        limits.connectionMemory = 1 << 60
        let (listener, port) = try listener()
        let clients = try (0..<10).map { _ in try RawClient(port: port) }
        let server = try HTTPServer([listener], limits: limits, handler: TestServer.echo)
        defer { server.stop() }
        for client in clients { #expect(client.isCut()) }
    }

    private func listener() throws -> (ListeningSocket, port: UInt16) {
        let address = try #require(try SocketAddress.resolve(host: "127.0.0.1", port: 0).first)
        let listener = try ListeningSocket.tcp(address, backlog: 16)
        return (listener, try #require(listener.port))
    }

    @Test("a connection counts from its arrival on, until it is refused or removed")
    func arrivals() {
        var limits = HTTPLimits()
        limits.localConnections = 2
        var table = ConnectionTable()
        let opened = HTTPConnection(descriptor: 5, peer: nil, now: .zero)
        let refused = HTTPConnection(descriptor: 6, peer: nil, now: .zero)
        table.add(opened)
        table.add(refused)
        #expect(!table.hasRoom(for: .local, limits: limits) && table.waitingCount == 2)
        #expect(table.open(5) === opened && table.open(5) == nil && table.open(7) == nil)
        table.refuse(5)
        #expect(!table.hasRoom(for: .local, limits: limits))
        table.refuse(6)
        #expect(table.hasRoom(for: .local, limits: limits) && table.waitingCount == 1)
        #expect(table.open(6) == nil)
        table.remove(opened)
        #expect(table.all.isEmpty && table.waitingCount == 0)
    }

    @Test("the descriptor of a refused connection belongs to the next that has its number")
    func reusedDescriptor() {
        var table = ConnectionTable()
        let refused = HTTPConnection(descriptor: 5, peer: nil, now: .zero)
        let next = HTTPConnection(descriptor: 5, peer: nil, now: .zero)
        table.add(refused)
        table.add(next)
        #expect(table.all.count == 1 && table.waitingCount == 1)
        table.remove(refused)
        #expect(table.open(5) === next)
        table.refuseArriving()
        #expect(table.all.count == 1)
        let late = HTTPConnection(descriptor: 6, peer: nil, now: .zero)
        table.add(late)
        table.refuseArriving()
        #expect(table.all.values.map(\.descriptor) == [5] && table.open(6) == nil)
    }

    @Test("a client's network is limited, and this machine is not")
    func perAddress() throws {
        var limits = HTTPLimits()
        limits.connectionsPerAddress = 2
        var table = ConnectionTable()
        let one = try #require(PeerAddress(bytes: [192, 0, 2, 1]))
        let other = try #require(PeerAddress(bytes: [192, 0, 2, 2]))
        let here = try #require(PeerAddress(bytes: [127, 0, 0, 1]))
        let connections = (0..<2).map { HTTPConnection(descriptor: $0, peer: one, now: .zero) }
        for connection in connections {
            #expect(table.admits(one, limits: limits))
            table.add(connection)
        }
        for number in 2..<7 { table.add(HTTPConnection(descriptor: Int32(number), peer: here, now: .zero)) }
        #expect(
            !table.admits(one, limits: limits) && table.admits(other, limits: limits)
                && table.admits(here, limits: limits))
        #expect(table.admits(nil, limits: limits))
        table.remove(connections[0])
        table.remove(connections[0])
        #expect(table.admits(one, limits: limits) && table.waitingCount == 6)
    }

    @Test("a connection is overdue only after the maximum time of a request")
    func overdue() {
        var limits = HTTPLimits()
        limits.request = .seconds(10)
        var table = ConnectionTable()
        let early = HTTPConnection(descriptor: 1, peer: nil, now: .seconds(100))
        let late = HTTPConnection(descriptor: 2, peer: nil, now: .seconds(101))
        let answered = HTTPConnection(descriptor: 3, peer: nil, now: .seconds(1))
        answered.waitingSince = nil
        for connection in [early, late, answered] { table.add(connection) }
        #expect(table.overdue(at: .seconds(109), limits: limits).isEmpty)
        #expect(table.overdue(at: .seconds(110), limits: limits).map(\.descriptor) == [1])
        #expect(table.overdue(at: .seconds(200), limits: limits).map(\.descriptor).sorted() == [1, 2])
    }

    @Test("two servers are independent, also when one stops")
    func twoServers() throws {
        let first = try TestServer { _ in HTTPResponse(body: .bytes([1])) }
        let second = try TestServer { _ in HTTPResponse(body: .bytes([2])) }
        #expect(try first.exchange(request)?.body == [1])
        #expect(try second.exchange(request)?.body == [2])
        first.server.stop()
        #expect(try second.exchange(request)?.body == [2])
    }

    @Test("a listener outlives its server; the local file is removed at the end")
    func stopped() throws {
        var server: TestServer? = try TestServer()
        let path = try #require(server?.path)
        #expect(try server?.isAlive() == true)
        server = nil
        #expect(throws: SystemError.self) { _ = try LocalSocket.connect(path, before: .zero) }
    }

    @Test(
        "clients leave descriptors to the rest of the process",
        arguments: [(1024, 640), (16_384, 12_000), (1_048_576, 12_000), (256, 64), (64, 1)])
    func descriptors(_ descriptors: Int, _ connections: Int) {
        var limits = HTTPLimits()
        limits.fit(descriptors: descriptors)
        #expect(limits.connections == connections)
        #expect(limits.localConnections == min(256, descriptors / 4))
    }
}
