import HTTPServer
import Synchronization

/// The newest event of a ticker, for one client.
final class EventStream: ByteStream {
    private let ticker: Ticker
    private let last = Mutex(0)

    init(_ ticker: Ticker) {
        self.ticker = ticker
    }

    func start(_ wake: @escaping @Sendable () -> Void) { ticker.join(self, wake) }

    func read(atMost limit: Int) -> StreamChunk {
        let (number, event) = ticker.current
        return last.withLock { last in
            guard number > last else { return .pending }
            last = number
            return .bytes(event.prefix(limit))
        }
    }

    func close() { ticker.leave(self) }
}
