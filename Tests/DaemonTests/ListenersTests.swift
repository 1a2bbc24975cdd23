import Configuration
import Linux
import TestSupport
import Testing

@testable import Daemon

/// Where the daemon listens, and where its links lead.
struct ListenersTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    private func listeners(_ listen: String) throws -> Listeners {
        var settings = Settings()
        settings.runtimeDirectory = directory.path
        settings.http.listen = [try #require(ListenAddress(listen))]
        return try Listeners(settings, environment: [:], processID: 1)
    }

    private func socket(_ host: String, port: UInt16 = 0) throws -> ListeningSocket {
        try .tcp(try #require(SocketAddress.resolve(host: host, port: port).first), waiting: 1)
    }

    @Test("links lead to localhost only where both of its addresses are ours", arguments: ["::1", "127.0.0.1"])
    func taken(_ host: String) throws {
        // Another user of this machine, who wants the codes that sign in.
        let other = try socket(host)
        let port = try #require(other.port)
        let listeners = try listeners("localhost:\(port)")
        let own = host == "::1" ? "127.0.0.1" : "[::1]"
        #expect(listeners.address == "http://\(own):\(port)")
        #expect(listeners.publicAddress == listeners.address)
        #expect(other.family == .network)
    }

    @Test("links lead to an address that is listened on, and not to another one of the same machine")
    func literal() throws {
        let free = try #require(try socket("127.0.0.1").port)
        #expect(try listeners("127.0.0.1:\(free)").address == "http://127.0.0.1:\(free)")
        #expect(try listeners("0.0.0.0:\(free)").address == "http://127.0.0.1:\(free)")
        #expect(try listeners("[::1]:\(free)").address == "http://[::1]:\(free)")
        #expect(try listeners("localhost:\(free)").address == "http://localhost:\(free)")
    }
}
