import Linux
import TestSupport
import Testing

struct ConnectorTests {
    @Test("each attempt starts with another address, so that none blocks the others", arguments: [0, 1, 2])
    func rotation(attempt: Int) throws {
        let servers = try ["first", "second"].map { name in
            try FakeGPSD { client, _ in
                client.send(name)
                client.waitForEnd()
            }
        }
        let addresses = try servers.flatMap { try SocketAddress.resolve(host: "127.0.0.1", port: $0.port) }
        do {
            var connector = Connector(addresses, name: "both", attempt: attempt)
            let socket = try connector.next()
            #expect(Poll.wait([.readable(socket)], timeout: .seconds(20)) == [true])
            let greeting = String(decoding: try socket.read(upTo: 100), as: UTF8.self)
            #expect(greeting == ["first", "second", "first"][attempt])
        }
        servers.forEach { $0.stop() }
    }

    @Test("no address at all is an error with the name")
    func none() {
        let error = #expect(throws: SystemError.self) {
            var connector = Connector([], name: "gpsd.example:2947", attempt: 3)
            _ = try connector.next()
        }
        #expect(error?.subject == "gpsd.example:2947")
    }
}
