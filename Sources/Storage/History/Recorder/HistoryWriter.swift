import Basics
public import Linux
public import Location

/// Records points on its own thread, so that a slow, full or failing disk does not delay tracking.
public final class HistoryWriter: Sendable {
    private let queue: RecorderQueue
    private let thread: WorkerThread

    /// Starts to record into a database.
    ///
    /// The file is opened immediately; if that fails, every write tries again, without a limit.
    ///
    /// - Throws: ``SystemError`` if the system has no thread or descriptor left.
    public convenience init(
        settings: RecordingSettings, path: String, callbacks: RecorderCallbacks
    ) throws(SystemError) {
        try self.init(
            settings: settings, callbacks: callbacks, clock: SystemClock.now,
            open: { try SQLiteHistory(path: path, access: .readWrite) })
    }

    /// Starts to record into any store, with any clock.
    ///
    /// - Throws: ``SystemError`` if the system has no thread or descriptor left.
    init(
        settings: RecordingSettings, callbacks: RecorderCallbacks, clock: @escaping @Sendable () -> Moment,
        open: @escaping @Sendable () throws -> SQLiteHistory
    ) throws(SystemError) {
        let queue = try RecorderQueue(commitInterval: settings.commitInterval, clock: clock)
        self.queue = queue
        thread = try WorkerThread(name: "history") {
            let recorder = HistoryRecorder(
                settings: settings, trimsLateRuns: callbacks.readLateRuns != nil, summarisesFrom: clock().uptime)
            var loop = HistoryWriterLoop(
                recorder: recorder, queue: queue, clock: clock, open: open, callbacks: callbacks)
            loop.start()
            loop.run()
        }
    }

    /// Records a point unless it repeats the previous one; never blocks.
    public func record(_ point: TrackPoint) {
        queue.enqueue(point)
    }

    /// Records a place event, which is written at once; never blocks.
    ///
    /// During an outage of the disk, the latest 1,024 events wait in memory.
    public func record(_ event: PlaceEvent) {
        queue.enqueue(event)
    }

    /// What waits in memory since the last attempt to write failed; nil while writing works.
    public var outage: HistoryOutage? { queue.outage }

    /// The writes that ``flush(_:timeout:)`` waits for.
    public enum Pending: Hashable, Sendable {
        /// Place events, which are written at once.
        case events
        /// Points too, which otherwise wait for the commit interval; at most once a second.
        case pointsAndEvents
    }

    /// Waits until what was recorded is on the disk or was rejected by it.
    public func flush(_ pending: Pending, timeout: Duration) {
        queue.flush(pending, timeout: timeout)
    }

    /// Applies new settings.
    public func reconfigure(_ settings: RecordingSettings) {
        queue.set(settings)
    }

    /// Writes pending points, and waits for the thread to end.
    public func close() {
        queue.close()
        thread.join()
    }
}

/// Moves a noncopyable alarm to the thread that waits for it.
final class AlarmBox: Sendable {
    let value: TimerFD

    init(_ value: consuming TimerFD) {
        self.value = value
    }
}
