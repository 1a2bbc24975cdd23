import HTTPServer
import Synchronization

/// The stream of the latest events of a ticker for one client.
final class TickerStream: ByteStream {
    private let ticker: Ticker
    private let last = Mutex(0)

    init(_ ticker: Ticker) {
        self.ticker = ticker
    }

    func start(_ wake: @escaping @Sendable () -> Void) { ticker.add(self, wake: wake) }

    func read(atMost limit: Int) -> StreamChunk {
        let (number, event) = ticker.current
        return last.withLock { last in
            guard number > last else { return .pending }
            last = number
            return .bytes(event.prefix(limit))
        }
    }

    func close() { ticker.remove(self) }
}
