import Glibc
import Testing

@testable import Linux

struct ListeningSocketTests {
    /// Returns the client's address; nil for a local socket.
    private func peer(of listener: ListeningSocket) throws -> PeerAddress? {
        guard let accepted = try listener.accept() else {
            Issue.record("no connection to accept")
            return nil
        }
        return accepted.peer
    }

    private func resolved(_ host: String, port: UInt16 = 0) throws -> SocketAddress {
        try #require(try SocketAddress.resolve(host: host, port: port).first)
    }

    @Test(
        "an ephemeral port is reported, accepts connections, and knows the client",
        arguments: ["127.0.0.1", "::1"])
    func tcp(host: String) throws {
        let listener = try ListeningSocket.tcp(resolved(host), backlog: 4)
        let port = try #require(listener.port)
        #expect(port > 0 && listener.family == .network)
        let isEmpty = try listener.accept() == nil
        #expect(isEmpty)
        let client = try TCPSocket.connect(to: resolved(host, port: port))
        #expect(Poll.wait([listener.interest], timeout: .seconds(20)) == [true])
        let peer = try peer(of: listener)
        #expect(peer?.text == host && peer?.network == nil)
        _ = consume client
    }

    @Test("an address cannot be used twice; IPv4 stays free when IPv6 listens everywhere")
    func taken() throws {
        let listener = try ListeningSocket.tcp(resolved("127.0.0.1"), backlog: 4)
        let port = try #require(listener.port)
        let error = #expect(throws: SystemError.self) {
            try ListeningSocket.tcp(resolved("127.0.0.1", port: port), backlog: 4)
        }
        #expect(error?.code == EADDRINUSE)
        let wide = try ListeningSocket.tcp(resolved("::"), backlog: 4)
        let narrow = try ListeningSocket.tcp(resolved("127.0.0.1", port: #require(wide.port)), backlog: 4)
        #expect(narrow.port == wide.port)
    }

    @Test("a local socket has a file of the given mode, removed at the end, and clients without an address")
    func local() throws {
        let file = TemporaryPath("listening")
        var listener: ListeningSocket? = try .local(file.path, mode: 0o660, backlog: 4)
        #expect(listener?.family == .local && listener?.port == nil)
        var status = stat()
        // The path is lent to the call, which fills one value.
        #expect(unsafe lstat(file.path, &status) == 0 && status.st_mode == S_IFSOCK | 0o660)
        let client = try LocalSocket.connect(file.path, before: SystemClock.uptime + .seconds(20))
        #expect(try peer(of: #require(listener)) == nil)
        _ = consume client
        listener = nil
        #expect(unsafe lstat(file.path, &status) != 0)
    }

    @Test("a listening socket is claimed, and its file stays; anything else is rejected")
    func claims() throws {
        let file = TemporaryPath("passed")
        let passed = try ListeningSocket.listen(at: file.path, mode: 0o600, backlog: 4)
        let listener = try ListeningSocket.claiming(passed)
        #expect(listener.family == .local)
        let client = try LocalSocket.connect(file.path, before: SystemClock.uptime + .seconds(20))
        let isAccepted = try listener.accept() != nil
        #expect(isAccepted)
        _ = consume client
        let notListening = #expect(throws: SystemError.self) {
            try ListeningSocket.claiming(FileDescriptor.socket(AF_UNIX, SOCK_STREAM))
        }
        #expect(notListening?.code == EINVAL)
        let notSocket = #expect(throws: SystemError.self) {
            try ListeningSocket.claiming(FileDescriptor.open("/dev/null"))
        }
        #expect(notSocket?.code == ENOTSOCK)
    }

    @Test(
        "the key for counting a client",
        arguments: [
            ([192, 0, 2, 7], "192.0.2.7", "192.0.2.7"), ([127, 1, 2, 3], "127.1.2.3", nil),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 192, 0, 2, 7], "192.0.2.7", "192.0.2.7"),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], "127.0.0.1", nil),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "::1", nil),
            (
                [0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9], "2001:db8:0:1::9",
                "2001:db8:0:1::/64"
            ),
        ] as [([UInt8], String, String?)])
    func peers(bytes: [UInt8], text: String, network: String?) throws {
        let peer = try #require(PeerAddress(bytes: bytes))
        #expect(peer.text == text && peer.network == network)
        #expect(PeerAddress(bytes: Array(bytes.dropLast())) == nil)
    }

    @Test(
        "sockets are passed to the intended process only",
        arguments: [
            (["LISTEN_FDS": "2", "LISTEN_PID": "42"], [3, 4]), (["LISTEN_FDS": "2", "LISTEN_PID": "41"], []),
            (["LISTEN_FDS": "2"], []), (["LISTEN_PID": "42"], []), ([:], []),
            (["LISTEN_FDS": "0", "LISTEN_PID": "42"], []), (["LISTEN_FDS": "-1", "LISTEN_PID": "42"], []),
            (["LISTEN_FDS": "x", "LISTEN_PID": "42"], []), (["LISTEN_FDS": "9999999", "LISTEN_PID": "42"], []),
            (["LISTEN_FDS": "1", "LISTEN_PID": "4294967338"], []),
        ] as [([String: String], [Int32])])
    func passed(environment: [String: String], numbers: [Int32]) {
        #expect(ActivationSockets(environment: environment, processID: 42).numbers == numbers)
    }

    @Test(
        "each passed socket has the name of its position, or none",
        arguments: [
            ("a:b.1", ["a", "b.1"]), ("a", ["a", ""]), ("a:b:c", ["a", "b"]), (":", ["", ""]), (nil, ["", ""]),
        ] as [(String?, [String])])
    func names(variable: String?, names: [String]) {
        var environment = ["LISTEN_FDS": "2", "LISTEN_PID": "42"]
        environment["LISTEN_FDNAMES"] = variable
        #expect(ActivationSockets(environment: environment, processID: 42).names == names)
    }
}
