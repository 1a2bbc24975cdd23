import Basics
public import Linux
public import Location

/// Records what is tracked, on a thread of its own: a disk that is slow, full or broken does not hold up tracking.
public final class HistoryWriter: Sendable {
    private let queue: RecorderQueue
    private let thread: WorkerThread

    /// Starts to record into a database.
    ///
    /// The file is opened at once; where that fails, it is tried again with the points, for as long as it takes.
    ///
    /// - Parameters:
    ///   - settings: What is recorded, and how soon.
    ///   - path: The database, made where it is not there; its directory has to be.
    ///   - tried: Called once the file is open, or has been found not to open, which has then been said; on the
    ///     writer's thread.
    ///   - say: Takes what there is to say, from the writer's thread.
    /// - Throws: ``SystemError`` where the system has no thread or descriptor left.
    public convenience init(
        settings: RecordingSettings, path: String, onOpenAttempt: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable (RecorderEvent) -> Void
    ) throws(SystemError) {
        try self.init(
            settings: settings, onOpenAttempt: onOpenAttempt, report: report, clock: SystemClock.now,
            open: { try SQLiteHistory(path: path, access: .readWrite) })
    }

    /// Starts to record into any store, by any clock.
    ///
    /// - Throws: ``SystemError`` as the other one.
    init(
        settings: RecordingSettings, onOpenAttempt: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable (RecorderEvent) -> Void, clock: @escaping @Sendable () -> Moment,
        open: @escaping @Sendable () throws -> any HistoryStore
    ) throws(SystemError) {
        let queue = try RecorderQueue()
        self.queue = queue
        let alarm = AlarmBox(try TimerFD())
        thread = try WorkerThread(name: "history") {
            var loop = HistoryWriterLoop(
                recorder: HistoryRecorder(settings: settings), queue: queue, alarm: alarm, clock: clock, open: open,
                report: report)
            loop.start()
            onOpenAttempt()
            loop.run()
        }
    }

    /// Takes a point, and records it unless it is the one that came last; never waits.
    public func record(_ point: TrackPoint) {
        queue.enqueue(point)
    }

    /// Takes what has happened at a place, and writes it at once; never waits.
    ///
    /// Where the disk fails it waits in memory, with at most 1,023 others, the latest.
    public func record(_ occurrence: PlaceEvent) {
        queue.enqueue(occurrence)
    }

    /// Waits until what has been recorded of places is on the disk, or was refused by it; one thread at a time.
    ///
    /// - Parameter patience: how long at most.
    public func flush(timeout patience: Duration) {
        queue.flush(until: SystemClock.uptime + patience)
    }

    /// Records by other settings from now on.
    public func reconfigure(_ settings: RecordingSettings) {
        queue.set(settings)
    }

    /// Writes what is left and ends; waits until that is done.
    public func close() {
        queue.close()
        thread.join()
    }
}

/// Carries an alarm, which cannot be copied, to the thread that waits for it.
final class AlarmBox: Sendable {
    let value: TimerFD

    init(_ value: consuming TimerFD) {
        self.value = value
    }
}
