import Basics
import Linux
import Location
import Synchronization

/// Passes points from the tracking thread to the writer's thread without blocking the former.
///
/// The first point sets the alarm of an idle writer to the time of its commit, so that a fix per second costs one wake-up
/// in half a minute; every full batch wakes the writer at once.
final class RecorderQueue: Sendable {
    /// The number of points that wakes the writer in any case: few enough to stay in the processor's cache.
    private static let batch = 256

    private struct Content {
        var points = PointBuffer(limit: HistoryRecorder.maxPending)
        var events = PlaceEventBuffer()
        var last: (timestamp: Timestamp, device: String)?
        var settings: RecordingSettings?
        var commitInterval: Duration
        /// The uptime of the first point since the last delivery; nil without one.
        var since: Duration?
        /// The uptime until which an idle writer has nothing to do; nil without an end.
        var idleUntil: Duration?
        var isWriterIdle = false
        var isClosed = false
        /// True if the pending points are to be written before their commit is due.
        var isCommitRequested = false
        /// The callers of ``flush(_:timeout:)`` that wait, and the number of deliveries before each.
        var waiters: [(event: WakeSignal, deliveries: Int)] = []
        var deliveries = 0
        /// True from the timeout of a caller until the writer's next answer.
        var isOverdue = false
        /// What the writer could not write; nil while writing works.
        var outage: HistoryOutage?
    }

    /// The content of the queue at a moment.
    struct Delivery {
        let points: [TrackPoint]
        /// The uptime at which the first point came; nil without one.
        let since: Duration?
        /// The place events.
        let events: PlaceEventBuffer
        /// The number of points dropped since the last delivery.
        let droppedPoints: Int
        /// The settings from these points on; nil if unchanged.
        let settings: RecordingSettings?
        /// True if the pending points are to be written before their commit is due.
        let isCommitRequested: Bool
        /// The number of deliveries up to this one.
        let number: Int
        /// The last delivery: the queue is closed.
        let isLast: Bool
    }

    /// The signal that wakes the writer.
    let wakeSignal: WakeSignal

    /// Expires when the writer has something to do.
    let alarm: AlarmBox
    private let clock: @Sendable () -> Moment
    private let content: Mutex<Content>

    /// Creates an empty queue of a writer that commits after an interval.
    ///
    /// - Throws: ``SystemError`` if the process has no descriptor left.
    init(
        commitInterval: Duration = .zero, clock: @escaping @Sendable () -> Moment = SystemClock.now
    ) throws(SystemError) {
        wakeSignal = try WakeSignal()
        alarm = AlarmBox(try TimerFD())
        self.clock = clock
        content = Mutex(Content(commitInterval: commitInterval))
    }

    /// Enqueues a point unless it repeats the previous one.
    func enqueue(_ point: TrackPoint) {
        let isUrgent = content.withLock { content in
            if let last = content.last, last.timestamp == point.timestamp, last.device == point.fix.device {
                return false
            }
            content.last = (point.timestamp, point.fix.device)
            content.points.append(point)
            if content.since == nil {
                let now = clock().uptime
                content.since = now
                let commit = min(now + content.commitInterval, content.idleUntil ?? .seconds(Int.max))
                if content.isWriterIdle { alarm.value.arm(at: commit) }
            }
            return content.points.points.count % Self.batch == 0
        }
        if isUrgent { wakeSignal.signal() }
    }

    /// Enqueues a place event and wakes the writer.
    func enqueue(_ event: PlaceEvent) {
        content.withLock { $0.events.append(event) }
        wakeSignal.signal()
    }

    /// Waits until the writer has attempted to write what was enqueued, or with a timeout of zero only asks for it; returns
    /// at once if the queue is closed, or if an earlier caller waited in vain and the writer has not answered since.
    func flush(_ kind: HistoryWriter.Pending, timeout: Duration) {
        guard timeout > .zero else {
            content.withLock { $0.isCommitRequested = $0.isCommitRequested || kind == .pointsAndEvents }
            return wakeSignal.signal()
        }
        guard let waiter = try? WakeSignal() else { return }
        let isAccepted = content.withLock { content in
            guard !content.isClosed, !content.isOverdue else { return false }
            content.waiters.append((waiter, content.deliveries))
            if kind == .pointsAndEvents { content.isCommitRequested = true }
            return true
        }
        guard isAccepted else { return }
        wakeSignal.signal()
        _ = Poll.wait([waiter.interest], timeout: timeout)
        content.withLock { content in
            guard let index = content.waiters.firstIndex(where: { $0.event === waiter }) else { return }
            content.waiters.remove(at: index)
            content.isOverdue = true
        }
    }

    /// The number of callers of ``flush(_:timeout:)`` that wait.
    var waiters: Int { content.withLock { $0.waiters.count } }

    /// Ends the wait of the callers whose requests were in a delivery or before it.
    func answer(_ number: Int) {
        let answered = content.withLock { content in
            content.isOverdue = false
            defer { content.waiters.removeAll { $0.deliveries < number } }
            return content.waiters.filter { $0.deliveries < number }
        }
        for waiter in answered { waiter.event.signal() }
    }

    /// Records what the writer could not write; nil while writing works.
    func set(_ outage: HistoryOutage?) {
        content.withLock { $0.outage = outage }
    }

    /// What waits because it could not be written, with what the writer has not taken yet; nil while writing works.
    var outage: HistoryOutage? {
        content.withLock { content in
            var outage = content.outage
            outage?.fixes += content.points.points.count
            outage?.events += content.events.events.count
            outage?.lost += content.points.dropped
            return outage
        }
    }

    /// Sets the settings for the following points.
    func set(_ settings: RecordingSettings) {
        content.withLock { ($0.settings, $0.commitInterval) = (settings, settings.commitInterval) }
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
                (content.settings, content.since) = (nil, nil)
                content.isCommitRequested = false
            }
            content.isWriterIdle = false
            content.deliveries += 1
            return Delivery(
                points: content.points.points, since: content.since, events: content.events,
                droppedPoints: content.points.dropped, settings: content.settings,
                isCommitRequested: content.isCommitRequested, number: content.deliveries, isLast: content.isClosed)
        }
    }

    /// Marks the writer as idle until a time or the commit of the next point, which the alarm signals; returns false if the
    /// queue is not empty.
    func markIdle(until deadline: Duration?) -> Bool {
        content.withLock { content in
            let isEmpty = content.points.points.isEmpty && content.events.events.isEmpty
            guard isEmpty, content.settings == nil, !content.isClosed else { return false }
            (content.isWriterIdle, content.idleUntil) = (true, deadline)
            alarm.value.arm(at: deadline)
            return true
        }
    }
}
