import HTTPServer
import Synchronization
import Web

/// The server-sent events of one client, which the thread of the feed sends.
final class EventStream: ByteStream {
    /// The maximum of waiting bytes, twice a list of 10,000 devices; a client that reads no faster has to start again.
    private static let maxPendingBytes = 1 << 23

    private struct Content {
        var buffer = StreamBuffer(limit: EventStream.maxPendingBytes)
        var wake: @Sendable () -> Void = {}
    }

    private let content = Mutex(Content())
    private let onStart: @Sendable (EventStream) -> Void
    private let onClose: @Sendable (EventStream) -> Void

    /// Creates a stream; the closures are called once the client is connected, and once it has gone.
    init(
        onStart: @escaping @Sendable (EventStream) -> Void, onClose: @escaping @Sendable (EventStream) -> Void
    ) { (self.onStart, self.onClose) = (onStart, onClose) }

    /// Sends an event, or a comment; a client that has not read the earlier ones is disconnected.
    func send(_ event: [UInt8]) {
        let wake = content.withLock { content in
            if case .full = content.buffer.append(event) { content.buffer.finish(with: .failed) }
            return content.wake
        }
        wake()
    }

    /// Ends the stream after what was sent.
    func end() {
        let wake = content.withLock { content in
            content.buffer.finish(with: .end)
            return content.wake
        }
        wake()
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        content.withLock { $0.wake = wake }
        onStart(self)
    }

    func read(atMost limit: Int) -> StreamChunk { content.withLock { $0.buffer.read(atMost: limit) } }

    func close() {
        content.withLock { content in
            content.buffer.close()
            content.wake = {}
        }
        onClose(self)
    }
}
