import Synchronization

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
