import Linux
import TestSupport
import Testing

@testable import NMEAServer

struct NMEAClientTests {
    /// The two ends of a connection.
    private struct Connection: ~Copyable {
        let client: NMEAClient
        let reader: FileDescriptor
    }

    private func connect(patience: Duration?) throws -> Connection {
        let scratch = try ScratchDirectory()
        let path = scratch.file("socket")
        let listener = try ListeningSocket.local(path, mode: 0o600, backlog: 1)
        let reader = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(20))
        guard let accepted = try listener.accept() else { throw SystemError("accept", code: 0) }
        return Connection(
            client: NMEAClient(ClientSocket(accepted), storedName: "client.a.1", patience: patience), reader: reader)
    }

    /// A line of 1,000 bytes: its number, filled up.
    private func line(_ number: Int) -> [UInt8] {
        let text = "\(number)"
        return Array((text + String(repeating: ".", count: 999 - text.utf8.count) + "\n").utf8)
    }

    @Test("a client that does not read skips lines, and later reads whole ones and the newest")
    func slow() throws {
        let connection = try connect(patience: nil)
        for number in 0..<200 { #expect(connection.client.send(line(number), at: .seconds(number))) }
        var bytes: [UInt8] = []
        for number in 200..<203 {
            while let part = try? connection.reader.read(upTo: 65_536) { bytes += part }
            #expect(connection.client.send(line(number), at: .seconds(number)))
        }
        while let part = try? connection.reader.read(upTo: 65_536) { bytes += part }
        let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.allSatisfy { $0.utf8.count == 999 })
        let numbers = lines.compactMap { Int($0.prefix { $0 != "." }) }
        #expect(numbers.count == lines.count && numbers == numbers.sorted())
        #expect(numbers.count < 50 && numbers.first == 0 && numbers.suffix(2) == [201, 202])
    }

    @Test("a client is dropped when it has read nothing for its time, and one that has left at once")
    func dropped() throws {
        let connection = try connect(patience: .seconds(60))
        var last = 0
        while last < 1000, connection.client.send(line(last), at: .seconds(last)) { last += 1 }
        #expect((60..<120).contains(last) && connection.reader.number >= 0)
        let gone: NMEAClient
        do {
            let other = try connect(patience: nil)
            #expect(other.client.send(line(0), at: .zero))
            gone = other.client
        }
        #expect(!gone.send(line(1), at: .zero))
    }

    @Test("what a client sends is discarded, and an end of its output is not the end of the connection")
    func input() throws {
        let connection = try connect(patience: nil)
        try connection.reader.write(line(7))
        TCPSocket.shutDownSending(connection.reader.number)
        #expect(connection.client.send(line(0), at: .zero) && connection.client.send(line(1), at: .zero))
        #expect(try connection.reader.read(upTo: 65_536).count == 2000)
    }
}
