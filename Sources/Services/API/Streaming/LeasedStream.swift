import HTTPServer

/// A stream for which leave was given, which goes back when it is closed; it is cut when it may not be seen any more.
final class LeasedStream: ByteStream {
    private let inner: any ByteStream
    private let slot: ThreadPool.Slot

    private let isGood: @Sendable () -> Bool

    /// Wraps a stream; `isGood` is asked at each reading.
    init(_ inner: any ByteStream, _ slot: ThreadPool.Slot, isGood: @escaping @Sendable () -> Bool) {
        self.inner = inner
        self.slot = slot
        self.isGood = isGood
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        inner.start(wake)
    }

    func read(atMost limit: Int) -> StreamPortion {
        isGood() ? inner.read(atMost: limit) : .failed
    }

    func close() {
        inner.close()
        slot.giveBack()
    }
}
