import Glibc
import Testing

@testable import Linux

struct NetworkTests {
    @Test("a free TCP port refuses connections")
    func freeTCP() throws {
        let port = try FreePort.tcp()
        #expect(port >= 1024)
        var connector = try Connector(host: "127.0.0.1", port: port)
        #expect(throws: SystemError.self) {
            let socket = try connector.next()
            _ = Poll.wait([.writable(socket)], timeout: .seconds(1))
            if let failure = TCPSocket.connectionError(of: socket) { throw failure }
        }
    }

    @Test("sending to a port without a receiver is not an error")
    func noReceiver() throws {
        let sender = try DatagramSender(port: FreePort.udp())
        for _ in 0..<3 { sender.send(Array("$GPGGA".utf8)) }
    }

    @Test("localhost resolves without a hosts file or a server")
    func loopback() throws {
        let addresses = try SocketAddress.loopback(port: 2947)
        #expect(addresses.map(\.family) == [AF_INET6, AF_INET])
        #expect(addresses.map { $0.bytes.contains(127) } == [false, true])
    }

    @Test("a missing segment is not removed")
    func sharedMemory() {
        #expect(!SharedMemory.remove(key: 0x4770_0001))
    }
}
