import Basics
import History
import Linux
import Location
import Synchronization

/// Loads chunks of points into a history on its own thread, while the next chunk is read.
final class HistoryLoader: PointSink, Sendable {
    /// One chunk waits at most, so that memory use does not depend on the length of the file.
    private let chunks: Mailbox<[TrackPoint]>
    private let thread: WorkerThread
    private let result: LoadResult

    private final class LoadResult: Sendable {
        let added = Mutex<Result<LoadedPoints, any Error>>(.success(LoadedPoints()))
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - path: the database, created where it does not exist.
    ///   - now: the time of day; hours that have passed by then are sealed at the end.
    ///   - begin: records in the history which import the points belong to, and returns its number.
    /// - Throws: ``SystemError`` if the system has no thread or descriptor left.
    init(
        _ path: String, now: Timestamp, begin: @escaping @Sendable (SQLiteHistory) throws -> Int64
    ) throws(SystemError) {
        let chunks = try Mailbox<[TrackPoint]>.blocking()
        let result = LoadResult()
        thread = try WorkerThread(name: "loader") {
            let added = Result { () throws -> LoadedPoints in
                let history = try SQLiteHistory(path: path, access: .readWrite)
                return try Self.load(chunks, into: history, as: begin(history), now: now)
            }
            result.added.withLock { $0 = added }
            // After a failure, the reading thread must not wait for room.
            chunks.close()
        }
        self.chunks = chunks
        self.result = result
    }

    /// Queues a chunk, sorted or not; returns false if loading has failed.
    func load(_ chunk: [TrackPoint]) -> Bool { chunks.enqueue(chunk) }

    /// Waits until everything is loaded and returns what it was.
    ///
    /// - Throws: ``HistoryError``; chunks before the failed one are stored.
    func finish() throws -> LoadedPoints {
        chunks.close()
        thread.join()
        return try result.added.withLock { try $0.get() }
    }

    private static func load(
        _ chunks: Mailbox<[TrackPoint]>, into history: SQLiteHistory, as importID: Int64, now: Timestamp
    ) throws -> LoadedPoints {
        var loaded = LoadedPoints()
        var span = LoadedSpan()
        while var chunk = chunks.dequeue() {
            chunk.sort { $0.timestamp < $1.timestamp }
            try loaded.duplicates.add(chunk, in: history)
            let kept = try add(chunk, of: importID, to: history)
            loaded.added += kept.count
            loaded.outliers.add(kept)
            try span.add(chunk, summarising: history)
        }
        try history.seal(before: now)
        try span.summarise(in: history)
        return loaded
    }
}

extension HistoryLoader {
    /// Adds points, sorted by time, and returns those that were new, sorted by time.
    private static func add(
        _ points: [TrackPoint], of importID: Int64, to history: SQLiteHistory
    ) throws -> [TrackPoint] {
        var added: [String: [Timestamp]] = [:]
        let count = try history.bulkAppend(points, of: importID) { hour, times in
            if let device = hour.first?.fix.device { added[device, default: []] += times }
        }
        // Nearly all imports have new points only, of which none is examined.
        guard count < points.count else { return points }
        return points.first(of: added.mapValues(Set.init))
    }
}

extension [TrackPoint] {
    /// Returns the first point of each of some times, by device.
    func first(of times: [String: Set<Timestamp>]) -> [TrackPoint] {
        var missing = times
        return filter { missing[$0.fix.device]?.remove($0.timestamp) != nil }
    }
}

/// The span of the loaded points, whose hours are summarised while the next chunk is read.
private struct LoadedSpan {
    private var first: Timestamp?
    private var last: Timestamp?

    /// Adds sorted points, and summarises their hours but the last one, which may continue.
    mutating func add(_ chunk: [TrackPoint], summarising history: SQLiteHistory) throws {
        guard let start = chunk.first?.timestamp, let end = chunk.last?.timestamp else { return }
        first = min(first ?? start, start)
        last = max(last ?? end, end)
        try history.summarise(from: start, before: end)
    }

    /// Summarises what is left of them.
    func summarise(in history: SQLiteHistory) throws {
        guard let first, let last else { return }
        try history.summarise(from: first, before: last + .seconds(3600))
    }
}
