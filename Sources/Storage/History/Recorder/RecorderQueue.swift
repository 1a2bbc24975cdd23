import Basics
import Linux
import Location
import Synchronization

/// Passes points from the tracking thread to the writer's thread without blocking the former.
///
/// A point wakes the writer if it is idle, and so does every full batch; otherwise the writer wakes when its commit is
/// due, so that a fix per second costs one wake-up in ten seconds.
final class RecorderQueue: Sendable {
    /// The number of points that wakes the writer in any case: few enough to stay in the processor's cache.
    private static let batch = 256

    private struct Content {
        var points = PointBuffer(limit: HistoryRecorder.maxPending)
        var events = PlaceEventBuffer()
        var last: (timestamp: Timestamp, device: String)?
        var settings: RecordingSettings?
        var isWriterIdle = true
        var isClosed = false
        /// The numbers of events that were enqueued, and that the writer attempted to write.
        var enqueuedEvents = 0
        var attemptedEvents = 0
    }

    /// The content of the queue at a moment.
    struct Delivery {
        let points: [TrackPoint]
        /// The place events.
        let events: PlaceEventBuffer
        /// The number of events enqueued since the queue was created.
        let enqueuedEvents: Int
        /// The number of points dropped since the last delivery.
        let droppedPoints: Int
        /// The settings from these points on; nil if unchanged.
        let settings: RecordingSettings?
        /// The last delivery: the queue is closed.
        let isLast: Bool
    }

    /// The signal that wakes the writer.
    let wakeSignal: EventFD

    private let content = Mutex(Content())
    private let progress: EventFD

    /// Creates an empty queue.
    ///
    /// - Throws: ``SystemError`` if the process has no descriptor left.
    init() throws(SystemError) {
        wakeSignal = try EventFD()
        progress = try EventFD()
    }

    /// Enqueues a point unless it repeats the previous one.
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

    /// Enqueues a place event and wakes the writer.
    func enqueue(_ event: PlaceEvent) {
        content.withLock {
            $0.events.append(event)
            $0.enqueuedEvents += 1
        }
        wakeSignal.signal()
    }

    /// Sets the number of events that the writer has attempted to write, of all that were enqueued.
    func markAttempted(_ count: Int) {
        let hasProgress = content.withLock { content in
            defer { content.attemptedEvents = count }
            return content.attemptedEvents != count
        }
        if hasProgress { progress.signal() }
    }

    /// Waits until the writer has attempted to write every enqueued event; for one thread at a time.
    ///
    /// - Parameter deadline: the uptime at which the wait ends in any case.
    func flush(until deadline: Duration) {
        let target = content.withLock { $0.enqueuedEvents }
        while content.withLock({ $0.attemptedEvents }) < target {
            let left = deadline - SystemClock.uptime
            guard left > .zero else { return }
            _ = Poll.wait([.readable(progress.descriptor)], timeout: left)
            progress.clear()
        }
    }

    /// Sets the settings for the following points.
    func set(_ settings: RecordingSettings) {
        content.withLock { $0.settings = settings }
        wakeSignal.signal()
    }

    /// Closes the queue; nothing may be enqueued afterwards.
    func close() {
        content.withLock { $0.isClosed = true }
        wakeSignal.signal()
    }

    /// Removes and returns the content without waiting.
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

    /// Marks the writer as idle, so that the next point wakes it; returns false if the queue is not empty.
    func markIdle() -> Bool {
        content.withLock { content in
            content.isWriterIdle = true
            let isEmpty = content.points.points.isEmpty && content.events.events.isEmpty
            return isEmpty && content.settings == nil && !content.isClosed
        }
    }
}
