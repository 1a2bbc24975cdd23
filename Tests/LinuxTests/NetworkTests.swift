import Glibc
@testable import Linux
import Testing

struct NetworkTests {
    @Test("a free TCP port can be connected to by nobody yet")
    func freeTCP() throws {
        let port = try FreePort.tcp()
        #expect(port >= 1024)
        var connector = try Connector(host: "127.0.0.1", port: port)
        #expect(throws: SystemError.self) {
            let socket = try connector.next()
            _ = Poll.wait([.writable(socket)], timeout: .seconds(1))
            if let failure = TCPSocket.failure(of: socket) { throw failure }
        }
    }

    @Test("localhost is this machine by both protocols, whatever a file or a name server says")
    func localhost() throws {
        let named = try SocketAddress.resolve(host: "LocalHost", port: 2947)
        let numeric = try ["127.0.0.1", "::1"].flatMap { try SocketAddress.resolve(host: $0, port: 2947) }
        #expect(named.map(\.family) == [AF_INET, AF_INET6])
        #expect(named.map(\.bytes) == numeric.map(\.bytes))
    }

    @Test("sending to a port where nobody receives is no error")
    func nobodyReceives() throws {
        let sender = try DatagramSender(port: FreePort.udp())
        for _ in 0..<3 { sender.send(Array("$GPGGA".utf8)) }
    }

    @Test("a segment that is not there is not removed")
    func sharedMemory() {
        #expect(!SharedMemory.remove(key: 0x4770_0001))
    }
}
