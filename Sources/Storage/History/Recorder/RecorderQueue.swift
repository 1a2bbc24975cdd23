import Basics
import Linux
import Location
import Synchronization

/// Hands points from the thread that tracks to the thread that writes, and never makes the first wait.
///
/// The writer is woken for a point when it has nothing else to wait for, and for each batch; otherwise it comes by
/// itself when its commit is due, so that a fix a second costs a wake-up in ten seconds.
final class RecorderQueue: Sendable {
    /// As many points wake the writer in any case: few enough that they are still in the processor's cache.
    private static let batch = 256

    private struct Content {
        var points = PointBuffer(limit: HistoryRecorder.maxPending)
        var events = PlaceEventBuffer()
        var last: (timestamp: Timestamp, device: String)?
        var settings: RecordingSettings?
        var isWriterIdle = true
        var isClosed = false
        /// How many occurrences have been put in, and how many of them the writer has tried to write.
        var enqueuedEvents = 0
        var attemptedEvents = 0
    }

    /// What the writer finds.
    struct Delivery {
        let points: [TrackPoint]
        /// What has happened at places.
        let events: PlaceEventBuffer
        /// How many occurrences have been put in since the queue was made.
        let enqueuedEvents: Int
        /// How many points did not find room since the last delivery.
        let droppedPoints: Int
        /// What to go by from these points on; nil where that has not changed.
        let settings: RecordingSettings?
        /// Whether nothing comes any more.
        let isLast: Bool
    }

    /// What the writer waits for.
    let wakeSignal: EventFD

    private let content = Mutex(Content())
    private let progress: EventFD

    /// Makes an empty queue.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        wakeSignal = try EventFD()
        progress = try EventFD()
    }

    /// Puts a point in, unless it is the one that came last.
    func enqueue(_ point: TrackPoint) {
        let isUrgent = content.withLock { content in
            if let last = content.last, last.timestamp == point.timestamp, last.device == point.fix.device {
                return false
            }
            content.last = (point.timestamp, point.fix.device)
            content.points.append(point)
            return content.isWriterIdle || content.points.points.count % Self.batch == 0
        }
        if isUrgent { wakeSignal.signal() }
    }

    /// Puts something in that has happened at a place; the writer comes for it at once.
    func enqueue(_ occurrence: PlaceEvent) {
        content.withLock {
            $0.events.append(occurrence)
            $0.enqueuedEvents += 1
        }
        wakeSignal.signal()
    }

    /// The writer has tried to write that many occurrences, of all that were put in.
    func markAttempted(_ count: Int) {
        let isNews = content.withLock { content in
            defer { content.attemptedEvents = count }
            return content.attemptedEvents != count
        }
        if isNews { progress.signal() }
    }

    /// Waits until the writer has tried to write each occurrence that is in by now; one thread at a time.
    ///
    /// - Parameter deadline: the uptime at which that ends in any case.
    func flush(until deadline: Duration) {
        let wanted = content.withLock { $0.enqueuedEvents }
        while content.withLock({ $0.attemptedEvents }) < wanted {
            let left = deadline - SystemClock.uptime
            guard left > .zero else { return }
            _ = Poll.wait([.readable(progress.descriptor)], timeout: left)
            progress.clear()
        }
    }

    /// What comes from now on is recorded by other settings.
    func set(_ settings: RecordingSettings) {
        content.withLock { $0.settings = settings }
        wakeSignal.signal()
    }

    /// Nothing comes any more.
    func close() {
        content.withLock { $0.isClosed = true }
        wakeSignal.signal()
    }

    /// Takes out what is there; does not wait.
    func dequeue() -> Delivery {
        wakeSignal.clear()
        return content.withLock { content in
            defer {
                content.points.removeAll()
                content.events = PlaceEventBuffer()
                content.settings = nil
            }
            content.isWriterIdle = false
            return Delivery(
                points: content.points.points, events: content.events, enqueuedEvents: content.enqueuedEvents,
                droppedPoints: content.points.dropped, settings: content.settings, isLast: content.isClosed)
        }
    }

    /// The writer wants to be woken for the next point; answers false when there is one already.
    func markIdle() -> Bool {
        content.withLock { content in
            content.isWriterIdle = true
            let isEmpty = content.points.points.isEmpty && content.events.events.isEmpty
            return isEmpty && content.settings == nil && !content.isClosed
        }
    }
}
