public import HTTPServer
import Linux

/// Reads a stream of a response to its end as the server does, woken for new data.
public final class StreamReader: Sendable {
    private let stream: any ByteStream
    private let woken: WakeSignal

    /// Creates a reader that has read nothing.
    ///
    /// - Throws: `SystemError` if no file descriptor is left.
    public init(_ stream: any ByteStream) throws {
        self.stream = stream
        woken = try WakeSignal()
    }

    /// Returns all bytes.
    ///
    /// - Throws: ``BrokenError`` if the stream fails, or has nothing for 20 s.
    public func all() throws -> [UInt8] {
        stream.start { self.woken.signal() }
        defer { stream.close() }
        var bytes: [UInt8] = []
        while true {
            switch stream.read(atMost: 65_536) {
            case .bytes(let more): bytes += more
            case .pending:
                guard Poll.wait([woken.interest], timeout: .seconds(20)) == [true] else {
                    throw BrokenError()
                }
                woken.clear()
            case .end: return bytes
            case .failed: throw BrokenError()
            }
        }
    }

    /// Thrown when the stream fails.
    public struct BrokenError: Error {}
}
