package import HTTPServer
import Synchronization

/// Produces long responses on a few threads of their own, so that the server keeps responding.
package struct WorkerPool: Sendable {
    /// More threads would wait for the same disk, and each takes some MB.
    private static let maxThreads = 4
    /// The threads of one reader, so that one who reads slowly leaves some to others.
    private static let maxThreadsOfOne = 2

    private let pool = ConcurrencyLimiter(Self.maxThreads, each: Self.maxThreadsOfOne)
    private let log: RequestLog

    /// - Parameter log: receives the failures of the threads.
    package init(log: RequestLog = RequestLog()) { self.log = log }

    /// Returns a response whose body a thread produces; `isValid` is called before each write, and ends it if false.
    ///
    /// - Throws: ``Problem`` if all threads are in use, or those of the reader.
    package func response(
        for context: some RouteContext, type: String, headers: [HTTPField] = [],
        isValid: @escaping @Sendable () -> Bool = { true },
        produce: @escaping @Sendable (_ output: ProducedStream.Output) throws -> Void
    ) throws(Problem) -> HTTPResponse {
        guard let slot = pool.acquire(for: context.slotOwner),
            let stream = try? ProducedStream(slot, log: log, isValid: isValid, produce: produce)
        else {
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
    private let owners = Mutex<[String?: Int]>([:])
    private let (count, each): (Int, Int)

    /// Creates a limiter with that many slots, of which an owner has at most some; nil for all.
    package init(_ count: Int, each: Int? = nil) { (self.count, self.each) = (count, each ?? count) }

    /// Returns a slot; nil if all are in use, or those of the owner; without an owner, all may be.
    package func acquire(for owner: String? = nil) -> Slot? {
        let isFree = owners.withLock { owners in
            let taken = owners[owner, default: 0]
            guard owners.values.reduce(0, +) < count, owner == nil || taken < each else { return false }
            owners[owner] = taken + 1
            return true
        }
        return isFree ? Slot(self, of: owner) : nil
    }

    private func release(_ owner: String?) {
        owners.withLock { owners in
            let rest = owners[owner, default: 0] - 1
            owners[owner] = rest > 0 ? rest : nil
        }
    }

    /// The right to run one thread, until it is released.
    package final class Slot: Sendable {
        private let pool: ConcurrencyLimiter
        private let owner: String?
        private let isTaken = Atomic(true)

        fileprivate init(_ pool: ConcurrencyLimiter, of owner: String?) { (self.pool, self.owner) = (pool, owner) }

        deinit { release() }

        /// Releases the slot; further calls do nothing.
        package func release() {
            guard isTaken.exchange(false, ordering: .relaxed) else { return }
            pool.release(owner)
        }
    }
}

/// A stream that ends when its authorization does, and may hold a slot until it is closed.
package final class LeasedStream: ByteStream {
    private let inner: any ByteStream
    private let slot: ConcurrencyLimiter.Slot?
    private let isValid: @Sendable () -> Bool

    /// Wraps a stream; `isValid` is called at each read.
    package init(
        _ inner: any ByteStream, slot: ConcurrencyLimiter.Slot? = nil, isValid: @escaping @Sendable () -> Bool
    ) {
        self.inner = inner
        self.slot = slot
        self.isValid = isValid
    }

    package func start(_ wake: @escaping @Sendable () -> Void) { inner.start(wake) }

    package func read(atMost limit: Int) -> StreamChunk { isValid() ? inner.read(atMost: limit) : .failed }

    package func close() {
        inner.close()
        slot?.release()
    }
}
