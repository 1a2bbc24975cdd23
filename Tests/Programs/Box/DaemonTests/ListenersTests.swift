import API
import Access
import Configuration
import Linux
import TestSupport
import Testing

@testable import Daemon

/// The daemon's listeners and the base address of its links.
struct ListenersTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func settings(_ listen: String) throws -> Settings {
        var settings = Settings()
        settings.runtimeDirectory = directory.path
        settings.http.listen = [try #require(ListenAddress(listen))]
        return settings
    }

    private func listeners(_ listen: String) throws -> Listeners {
        try Listeners(settings(listen), environment: [:], processID: 1)
    }

    private func socket(_ host: String, port: UInt16 = 0) throws -> ListeningSocket {
        try .tcp(try #require(SocketAddress.resolve(host: host, port: port).first), backlog: 1)
    }

    @Test("links use localhost only where both of its addresses are ours", arguments: ["::1", "127.0.0.1"])
    func taken(_ host: String) throws {
        // Another user of this machine, who could receive sign-in codes.
        let other = try socket(host)
        let port = try #require(other.port)
        let listeners = try listeners("localhost:\(port)")
        let own = host == "::1" ? "127.0.0.1" : "[::1]"
        #expect(listeners.address == "http://\(own):\(port)")
        #expect(listeners.publicAddress == listeners.address)
        #expect(other.family == .network)
    }

    @Test("links use an address that is listened on")
    func literal() throws {
        let free = try #require(try socket("127.0.0.1").port)
        #expect(try listeners("127.0.0.1:\(free)").address == "http://127.0.0.1:\(free)")
        #expect(try listeners("0.0.0.0:\(free)").address == "http://127.0.0.1:\(free)")
        #expect(try listeners("[::1]:\(free)").address == "http://[::1]:\(free)")
        #expect(try listeners("localhost:\(free)").address == "http://localhost:\(free)")
    }

    @Test("an unchanged address stays open, others are closed and opened")
    func adopts() throws {
        let (unchanged, left, new) = (try freePort(), try freePort(), try freePort())
        var listeners = try listeners("127.0.0.1:\(unchanged)")
        let (local, first) = (listeners.sockets[0], listeners.sockets[1])
        var changed = try settings("127.0.0.1:\(unchanged)")
        changed.http.listen.append(try #require(ListenAddress("127.0.0.1:\(left)")))
        listeners.reconfigure(changed)
        #expect(listeners.sockets[0] === local && listeners.sockets[1] === first)
        #expect(listeners.sockets.compactMap(\.port) == [unchanged, left])
        listeners.reconfigure(try settings("127.0.0.1:\(new)"))
        #expect(listeners.sockets.compactMap(\.port) == [new])
        #expect(listeners.address == "http://127.0.0.1:\(new)")
        #expect(try socket("127.0.0.1", port: left).port == left)
    }

    @Test("a port in use is detected before anything is closed")
    func prepares() throws {
        let other = try socket("127.0.0.1")
        let taken = try #require(other.port)
        let port = try freePort()
        var listeners = try listeners("127.0.0.1:\(port)")
        #expect(throws: ConfigurationError.self) { try listeners.prepare(settings("127.0.0.1:\(taken)")) }
        #expect(listeners.sockets.compactMap(\.port) == [port])
        let new = try freePort()
        try listeners.prepare(settings("127.0.0.1:\(new)"))
        #expect(throws: SystemError.self) { try socket("127.0.0.1", port: new) }
        listeners.closeReserved()
        #expect(try socket("127.0.0.1", port: new).port == new)
        try listeners.prepare(settings("0.0.0.0:\(port)"))
        listeners.reconfigure(try settings("0.0.0.0:\(port)"))
        #expect(listeners.sockets.compactMap(\.port) == [port])
    }

    @Test("an address can change to one that covers it")
    func widens() throws {
        let port = try freePort()
        var listeners = try listeners("127.0.0.1:\(port)")
        listeners.reconfigure(try settings("0.0.0.0:\(port)"))
        #expect(listeners.sockets.compactMap(\.port) == [port])
        #expect(listeners.sockets.last?.name == "0.0.0.0:\(port)")
    }

    @Test(
        "a passed socket that other machines can reach is open only if the settings permit it",
        arguments: [
            ("0.0.0.0", false, AccessMode.token), ("::", false, .token), ("0.0.0.0", true, .open),
            ("127.0.0.1", false, .open), ("::1", false, .open), ("127.0.0.2", false, .open),
        ])
    func passed(host: String, allowsPublic: Bool, expected: AccessMode) throws {
        var settings = try settings("localhost:8947")
        settings.http.access = .open
        settings.http.allowsPublic = allowsPublic
        let passed = try socket(host)
        let listeners = try Listeners(settings, passed: [passed])
        #expect(ServerConfiguration(settings, listeners).access == expected)
        #expect(listeners.exposedAddress(settings.http) == (expected == .open ? nil : passed.name))
        settings.http.access = .token
        #expect(ServerConfiguration(settings, listeners).access == .token)
    }

    private func freePort() throws -> UInt16 { try #require(try socket("127.0.0.1").port) }
}
