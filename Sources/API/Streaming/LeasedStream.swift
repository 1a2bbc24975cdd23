import HTTPServer

/// A stream for which leave was given, which goes back when it is closed.
final class LeasedStream: ByteStream {
    private let inner: any ByteStream
    private let slot: ThreadPool.Slot

    /// Wraps a stream.
    init(_ inner: any ByteStream, _ slot: ThreadPool.Slot) {
        self.inner = inner
        self.slot = slot
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        inner.start(wake)
    }

    func read(atMost limit: Int) -> StreamPortion { inner.read(atMost: limit) }

    func close() {
        inner.close()
        slot.giveBack()
    }
}
