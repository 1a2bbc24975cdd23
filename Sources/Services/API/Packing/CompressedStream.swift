import Compression
import HTTPServer
import Synchronization

/// Another stream, compressed as it is read.
final class CompressedStream: ByteStream {
    private struct Content {
        let encoder = GzipEncoder()
        var packed: ArraySlice<UInt8> = []
        var isOver = false
    }

    private let inner: any ByteStream
    private let content = Mutex(Content())

    init(_ inner: any ByteStream) {
        self.inner = inner
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        inner.start(wake)
    }

    func read(atMost limit: Int) -> StreamChunk {
        content.withLock { content in
            while content.packed.isEmpty {
                if content.isOver { return .end }
                switch inner.read(atMost: limit) {
                case .bytes(let bytes): content.packed = content.encoder.append(bytes)[...]
                case .end:
                    content.packed = content.encoder.finish()[...]
                    content.isOver = true
                case .pending: return .pending
                case .failed: return .failed
                }
            }
            defer { content.packed = content.packed.dropFirst(limit) }
            return .bytes(content.packed.prefix(limit))
        }
    }

    func close() {
        inner.close()
    }
}
