import Basics
import History
import Linux
import Location
import Synchronization

/// Loads portions of points into a history, on a thread of its own, while the next one is read.
final class HistoryLoader: Sendable {
    /// One chunk waits at most, so that memory use does not depend on the length of the file.
    private let chunks: Mailbox<[TrackPoint]>
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
        let chunks = try Mailbox<[TrackPoint]>.blocking()
        let result = LoadResult()
        thread = try WorkerThread(name: "loader") {
            let added = Result { try Self.load(chunks, into: path, now: now) }
            result.added.withLock { $0 = added }
            // After a failure, the thread that reads does not wait for room that never comes.
            chunks.close()
        }
        self.chunks = chunks
        self.result = result
    }

    /// Hands a portion over, in any order; answers false where loading has failed.
    func load(_ chunk: [TrackPoint]) -> Bool { chunks.enqueue(chunk) }

    /// Waits until all is loaded; answers how many points were new.
    ///
    /// - Throws: ``HistoryError``; the portions before the one that failed are there.
    func finish() throws -> Int {
        chunks.close()
        thread.join()
        return try result.added.withLock { try $0.get() }
    }

    private static func load(_ chunks: Mailbox<[TrackPoint]>, into path: String, now: Timestamp) throws -> Int {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        var added = 0
        while var chunk = chunks.dequeue() {
            chunk.sort { $0.timestamp < $1.timestamp }
            added += try history.bulkAppend(chunk)
        }
        try history.seal(before: now)
        return added
    }
}
