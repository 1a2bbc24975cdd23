import Basics
import History
import Linux
import Location
import Synchronization

/// Loads portions of points into a history, on a thread of its own, while the next one is read.
final class HistoryLoader: Sendable {
    private let queue: ChunkQueue
    private let thread: WorkerThread
    private let result: LoadResult

    /// What the thread leaves behind.
    private final class LoadResult: Sendable {
        let added = Mutex<Result<Int, any Error>>(.success(0))
    }

    /// Starts to load.
    ///
    /// - Parameters:
    ///   - path: The database, made where it is not there.
    ///   - now: The time of day; hours that are over by then are sealed at the end.
    /// - Throws: ``SystemError`` where the system has no thread or descriptor left.
    init(_ path: String, now: Timestamp) throws(SystemError) {
        let queue = try ChunkQueue()
        let outcome = LoadResult()
        thread = try WorkerThread(name: "loader") {
            let result = Result { try Self.load(queue, into: path, now: now) }
            outcome.added.withLock { $0 = result }
            // After a failure, the thread that reads does not wait for room that never comes.
            queue.close()
        }
        self.queue = queue
        self.result = outcome
    }

    /// Hands a portion over, in any order; answers false where loading has failed.
    func load(_ portion: [TrackPoint]) -> Bool { queue.enqueue(portion) }

    /// Waits until all is loaded; answers how many points were new.
    ///
    /// - Throws: ``HistoryError``; the portions before the one that failed are there.
    func finish() throws -> Int {
        queue.close()
        thread.join()
        return try result.added.withLock { try $0.get() }
    }

    private static func load(_ queue: ChunkQueue, into path: String, now: Timestamp) throws -> Int {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        var added = 0
        while var portion = queue.dequeue() {
            portion.sort { $0.timestamp < $1.timestamp }
            added += try history.bulkAppend(portion)
        }
        try history.seal(before: now)
        return added
    }
}
