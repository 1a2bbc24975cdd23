import Linux
import Synchronization

/// A few threads with a connection each, which answer the requests that need the database.
///
/// The server's thread never waits for them.
final class DatabasePool: Sendable {
    /// Runs on one of the threads.
    typealias Job = @Sendable (DatabaseSession) -> Void

    /// The maximum number of waiting jobs: more clients get 503.
    private static let maxWaiting = 512

    private struct Queue {
        var jobs: [Job] = []
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    private let arrival: WakeSignal
    private let threads = Mutex<[WorkerThread]>([])

    /// Starts the threads, each with a session of its own.
    ///
    /// - Throws: ``SystemError`` if no file descriptor or thread is left.
    init(threads count: Int, session: @escaping @Sendable () -> DatabaseSession) throws(SystemError) {
        arrival = try WakeSignal()
        for _ in 0..<count {
            let thread = try WorkerThread(name: "database") { [self] in
                let session = session()
                while let job = next() { job(session) }
            }
            threads.withLock { $0.append(thread) }
        }
    }

    /// Enqueues a job; returns false if too many wait, and after ``close()``.
    func enqueue(_ job: @escaping Job) -> Bool {
        let isAccepted = queue.withLock { queue in
            guard !queue.isClosed, queue.jobs.count < Self.maxWaiting else { return false }
            queue.jobs.append(job)
            return true
        }
        if isAccepted { arrival.signal() }
        return isAccepted
    }

    /// Runs the jobs that wait, and ends the threads.
    func close() {
        queue.withLock { $0.isClosed = true }
        arrival.stop()
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    /// Waits for a job; nil at the end.
    private func next() -> Job? {
        while true {
            let (job, hasMore, isClosed) = queue.withLock { queue in
                (queue.jobs.isEmpty ? nil : queue.jobs.removeFirst(), !queue.jobs.isEmpty, queue.isClosed)
            }
            // One thread is woken at a time.
            if hasMore { arrival.signal() }
            if let job { return job }
            if isClosed { return nil }
            arrival.wait()
        }
    }
}
