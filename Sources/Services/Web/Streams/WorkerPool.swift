package import HTTPServer
import Linux
import Synchronization

/// Produces long responses on a few threads of their own, so that the server keeps responding.
package struct WorkerPool: Sendable {
    /// More threads would wait for the same disk, and each takes some MB.
    private static let maxThreads = 4

    private let pool = ConcurrencyLimiter(Self.maxThreads)
    private let log: RequestLog

    /// - Parameter log: receives the failures of the threads.
    package init(log: RequestLog = RequestLog()) { self.log = log }

    /// Returns a response whose body a thread produces.
    ///
    /// - Throws: ``Problem`` if all threads are in use.
    package func response(
        type: String, headers: [HTTPField] = [],
        produce: @escaping @Sendable (_ output: ProducedStream.Output) throws -> Void
    ) throws(Problem) -> HTTPResponse {
        guard let slot = pool.acquire(), let stream = try? ProducedStream(slot, log: log, produce: produce) else {
            throw Problem.busy
        }
        let common = [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept"),
        ]
        return HTTPResponse(headers: common + headers, body: .stream(stream))
    }
}

/// Limits the number of concurrent threads.
package final class ConcurrencyLimiter: Sendable {
    private let free: Mutex<Int>

    /// Creates a limiter with that many slots.
    package init(_ count: Int) { free = Mutex(count) }

    /// Returns a slot; nil if all are in use.
    package func acquire() -> Slot? {
        let isFree = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return isFree ? Slot(self) : nil
    }

    /// The right to run one thread, until it is released.
    package final class Slot: Sendable {
        private let pool: ConcurrencyLimiter
        private let isTaken = Atomic(true)

        fileprivate init(_ pool: ConcurrencyLimiter) { self.pool = pool }

        deinit { release() }

        /// Releases the slot; further calls do nothing.
        package func release() {
            guard isTaken.exchange(false, ordering: .relaxed) else { return }
            pool.free.withLock { $0 += 1 }
        }
    }
}

/// A stream that holds a slot until it is closed and ends when its authorization does.
package final class LeasedStream: ByteStream {
    private let inner: any ByteStream
    private let slot: ConcurrencyLimiter.Slot

    private let isValid: @Sendable () -> Bool

    /// Wraps a stream; `isValid` is called at each read.
    package init(_ inner: any ByteStream, slot: ConcurrencyLimiter.Slot, isValid: @escaping @Sendable () -> Bool) {
        self.inner = inner
        self.slot = slot
        self.isValid = isValid
    }

    package func start(_ wake: @escaping @Sendable () -> Void) { inner.start(wake) }

    package func read(atMost limit: Int) -> StreamChunk { isValid() ? inner.read(atMost: limit) : .failed }

    package func close() {
        inner.close()
        slot.release()
    }
}
