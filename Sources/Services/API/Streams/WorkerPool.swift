import HTTPServer
import Linux
import Synchronization

/// Has long answers made by threads of their own, a few at a time, so that the server goes on serving meanwhile.
struct WorkerPool: Sendable {
    /// More would wait for the same disk, and each takes some MB.
    private static let maxThreads = 4

    private let pool = ConcurrencyLimiter(Self.maxThreads)

    /// An answer whose body a thread makes.
    ///
    /// - Throws: ``Problem`` where as many are being made as may be.
    func response(
        type: String, headers: [HTTPField] = [],
        produce: @escaping @Sendable (_ output: ProducedStream.Output) throws -> Void
    ) throws(Problem) -> HTTPResponse {
        guard let slot = pool.acquire(), let stream = try? ProducedStream(slot, produce) else {
            throw Problem.busy
        }
        let common = [
            HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept"),
        ]
        return HTTPResponse(headers: common + headers, body: .stream(stream))
    }
}

/// Leave for so many threads at once and no more.
final class ConcurrencyLimiter: Sendable {
    private let free: Mutex<Int>

    /// Leave for that many.
    init(_ count: Int) {
        free = Mutex(count)
    }

    /// Leave for one more; nil where all is taken.
    func acquire() -> Slot? {
        let isFree = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return isFree ? Slot(self) : nil
    }

    /// Leave for one thread, until it is given back.
    final class Slot: Sendable {
        private let pool: ConcurrencyLimiter
        private let isTaken = Mutex(true)

        fileprivate init(_ pool: ConcurrencyLimiter) {
            self.pool = pool
        }

        deinit {
            release()
        }

        /// The thread is done; once is enough.
        func release() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            guard wasTaken else { return }
            pool.free.withLock { $0 += 1 }
        }
    }
}

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
