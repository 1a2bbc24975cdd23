import HTTPServer

/// A stream for which leave was given, which goes back when it is closed; it is cut when it may not be seen any more.
final class LeasedStream: ByteStream {
    private let inner: any ByteStream
    private let slot: ConcurrencyLimiter.Slot

    private let isValid: @Sendable () -> Bool

    /// Wraps a stream; `isGood` is asked at each reading.
    init(_ inner: any ByteStream, slot: ConcurrencyLimiter.Slot, isValid: @escaping @Sendable () -> Bool) {
        self.inner = inner
        self.slot = slot
        self.isValid = isValid
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        inner.start(wake)
    }

    func read(atMost limit: Int) -> StreamChunk {
        isValid() ? inner.read(atMost: limit) : .failed
    }

    func close() {
        inner.close()
        slot.release()
    }
}
