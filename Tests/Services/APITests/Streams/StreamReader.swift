import HTTPServer
import Linux
import Testing

/// Reads a stream to its end as the server does, woken for new data.
final class StreamReader: Sendable {
    private let stream: any ByteStream
    private let woken: EventFD

    init(_ stream: any ByteStream) throws {
        self.stream = stream
        woken = try EventFD()
    }

    /// Returns all bytes.
    func all() throws -> [UInt8] {
        stream.start { self.woken.signal() }
        defer { stream.close() }
        var bytes: [UInt8] = []
        while true {
            switch stream.read(atMost: 65_536) {
            case .bytes(let more): bytes += more
            case .pending:
                try #require(Poll.wait([.readable(woken.descriptor)], timeout: .seconds(20)) == [true])
                woken.clear()
            case .end: return bytes
            case .failed: throw Broken()
            }
        }
    }

    /// Thrown when the stream fails.
    struct Broken: Error {}
}
