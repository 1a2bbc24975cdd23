import Basics
import Linux
import Location
import Synchronization

/// Hands points from the thread that tracks to the thread that writes, and never makes the first wait.
///
/// The writer is woken for a point when it has nothing else to wait for, and for each batch; otherwise it comes by
/// itself when its commit is due, so that a fix a second costs a wake-up in ten seconds.
final class PointQueue: Sendable {
    /// As many points wake the writer in any case: few enough that they are still in the processor's cache.
    private static let batch = 256

    private struct Content {
        var points = PointBuffer(limit: HistoryRecorder.limit)
        var happened = OccurrenceBuffer()
        var last: (timestamp: Timestamp, device: String)?
        var settings: RecordingSettings?
        var isWriterIdle = true
        var isClosed = false
        /// How many occurrences have been put in, and how many of them the writer has tried to write.
        var told = 0
        var tried = 0
    }

    /// What the writer finds.
    struct Delivery {
        let points: [TrackPoint]
        /// What has happened at places.
        let happened: OccurrenceBuffer
        /// How many occurrences have been put in since the queue was made.
        let told: Int
        /// How many points did not find room since the last delivery.
        let lost: Int
        /// What to go by from these points on; nil where that has not changed.
        let settings: RecordingSettings?
        /// Whether nothing comes any more.
        let isLast: Bool
    }

    /// What the writer waits for.
    let news: EventCounter

    private let content = Mutex(Content())
    private let progress: EventCounter

    /// Makes an empty queue.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        news = try EventCounter()
        progress = try EventCounter()
    }

    /// Puts a point in, unless it is the one that came last.
    func put(_ point: TrackPoint) {
        let isUrgent = content.withLock { content in
            if let last = content.last, last.timestamp == point.timestamp, last.device == point.fix.device {
                return false
            }
            content.last = (point.timestamp, point.fix.device)
            content.points.append(point)
            return content.isWriterIdle || content.points.points.count % Self.batch == 0
        }
        if isUrgent { news.signal() }
    }

    /// Puts something in that has happened at a place; the writer comes for it at once.
    func put(_ occurrence: PlaceOccurrence) {
        content.withLock {
            $0.happened.append(occurrence)
            $0.told += 1
        }
        news.signal()
    }

    /// The writer has tried to write that many occurrences, of all that were put in.
    func note(tried count: Int) {
        let isNews = content.withLock { content in
            defer { content.tried = count }
            return content.tried != count
        }
        if isNews { progress.signal() }
    }

    /// Waits until the writer has tried to write each occurrence that is in by now; one thread at a time.
    ///
    /// - Parameter deadline: the uptime at which that ends in any case.
    func settle(until deadline: Duration) {
        let wanted = content.withLock { $0.told }
        while content.withLock({ $0.tried }) < wanted {
            let left = deadline - SystemClock.uptime
            guard left > .zero else { return }
            _ = Poll.wait([.readable(progress.descriptor)], timeout: left)
            progress.clear()
        }
    }

    /// What comes from now on is recorded by other settings.
    func put(_ settings: RecordingSettings) {
        content.withLock { $0.settings = settings }
        news.signal()
    }

    /// Nothing comes any more.
    func close() {
        content.withLock { $0.isClosed = true }
        news.signal()
    }

    /// Takes out what is there; does not wait.
    func take() -> Delivery {
        news.clear()
        return content.withLock { content in
            defer {
                content.points.removeAll()
                content.happened = OccurrenceBuffer()
                content.settings = nil
            }
            content.isWriterIdle = false
            return Delivery(
                points: content.points.points, happened: content.happened, told: content.told,
                lost: content.points.dropped, settings: content.settings, isLast: content.isClosed)
        }
    }

    /// The writer wants to be woken for the next point; answers false when there is one already.
    func rest() -> Bool {
        content.withLock { content in
            content.isWriterIdle = true
            let isEmpty = content.points.points.isEmpty && content.happened.occurrences.isEmpty
            return isEmpty && content.settings == nil && !content.isClosed
        }
    }
}
