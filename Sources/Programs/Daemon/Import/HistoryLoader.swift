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

/// Hands portions of points from the thread that reads a file to the one that loads them; it holds one at most, so that
/// the memory of both stays the same however long the file is.
final class ChunkQueue: Sendable {
    private struct Content {
        var portion: [TrackPoint]?
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let arrival: EventFD
    private let departure: EventFD

    /// Makes an empty queue.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        arrival = try EventFD()
        departure = try EventFD()
    }

    /// Puts a portion in, and waits for room; answers false when nobody takes any more.
    func enqueue(_ portion: [TrackPoint]) -> Bool {
        while true {
            let isIn: Bool? = content.withLock { content in
                guard !content.isClosed else { return false }
                guard content.portion == nil else { return nil }
                content.portion = portion
                return true
            }
            if isIn == true { arrival.signal() }
            if let isIn { return isIn }
            _ = Poll.wait([.readable(departure.descriptor)])
            departure.clear()
        }
    }

    /// Waits for a portion; nil when the queue is closed and empty.
    func dequeue() -> [TrackPoint]? {
        while true {
            let (portion, isClosed) = content.withLock { content in
                defer { content.portion = nil }
                return (content.portion, content.isClosed)
            }
            if portion != nil { departure.signal() }
            if portion != nil || isClosed { return portion }
            _ = Poll.wait([.readable(arrival.descriptor)])
            arrival.clear()
        }
    }

    /// Lets nothing more in, from either side.
    func close() {
        content.withLock { $0.isClosed = true }
        arrival.signal()
        departure.signal()
    }
}
