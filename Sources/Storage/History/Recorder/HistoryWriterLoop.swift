import Basics
import Linux
import SQLite

/// The loop of the writer's thread: dequeues points, asks the recorder for actions and performs them.
struct HistoryWriterLoop {
    /// From this number on, points are written as segments at once: they arrive faster than from any receiver.
    private static let bulkThreshold = 2048

    private var recorder: HistoryRecorder
    private var store: (SQLiteHistory)?
    private var hasReportedDeviceOverflow = false
    private let queue: RecorderQueue
    private let clock: @Sendable () -> Moment
    private let open: @Sendable () throws -> SQLiteHistory
    private let callbacks: RecorderCallbacks

    init(
        recorder: HistoryRecorder, queue: RecorderQueue, clock: @escaping @Sendable () -> Moment,
        open: @escaping @Sendable () throws -> SQLiteHistory, callbacks: RecorderCallbacks
    ) {
        self.recorder = recorder
        self.queue = queue
        self.clock = clock
        self.open = open
        self.callbacks = callbacks
    }

    /// Opens the store before there is anything to write, to report its errors from the start.
    mutating func start() {
        do {
            store = try open()
        } catch {
            reportIfAny(recorder.recordFailure(of: .commitPoints([]), reason: "\(error)", at: clock().uptime))
            queue.set(recorder.outage)
        }
        callbacks.onOpenAttempt()
    }

    /// Runs until the queue is closed.
    mutating func run() {
        while true {
            let delivery = queue.dequeue()
            let uptime = clock().uptime
            if let settings = delivery.settings { recorder.reconfigure(settings, at: uptime) }
            for point in delivery.points { recorder.record(point, at: delivery.since ?? uptime) }
            recorder.record(delivery.events)
            if delivery.droppedPoints > 0 { recorder.recordDropped(delivery.droppedPoints) }
            if delivery.isCommitRequested { recorder.requestCommit(at: uptime) }
            if delivery.isLast { recorder.finish() }
            // Sealing and retention may take long, and a reader needs neither.
            act(while: \.isCommit)
            queue.set(recorder.outage)
            queue.answer(delivery.number)
            act { _ in true }
            if delivery.isLast { return }
            wait()
        }
    }

    private mutating func act(while isIncluded: (RecordingAction) -> Bool) {
        while let action = recorder.nextAction(at: clock()), isIncluded(action) {
            let start = clock().uptime
            do {
                let isComplete = try perform(action)
                reportDeviceOverflow()
                let end = clock().uptime
                reportIfAny(
                    recorder.recordCompletion(of: action, isComplete: isComplete, after: end - start, at: end))
            } catch {
                reportIfAny(recorder.recordFailure(of: action, reason: "\(error)", at: clock().uptime))
                discardStore(after: error)
            }
        }
    }

    /// Performs an action; returns false if it has more to do.
    private mutating func perform(_ action: RecordingAction) throws -> Bool {
        let store = try self.store ?? open()
        self.store = store
        switch action {
        case .commitPoints(let points):
            let added = try points.count < Self.bulkThreshold ? store.append(points) : store.bulkAppend(points)
            if added > 0 { callbacks.onCommit() }
        case .commitEvents(let events): _ = try store.append(events: events)
        case .seal(let moment):
            // A whole hour is in memory at once: 36,000 points of a receiver at 10 Hz.
            defer { HeapMemory.trim() }
            try store.seal(before: moment)
        case .applyRetention(let moment): return try store.apply(recorder.settings.retention, at: moment)
        case .summarise: return try store.summarise(upTo: HistoryRecorder.summaryBatch)
        case .trimLateRuns:
            guard let last = try callbacks.readLateRuns?(store.identity()) else { return true }
            try store.trimLateRuns(upTo: last)
        }
        return true
    }

    /// A missing or damaged file may be replaced by the next attempt; on a full disk the file stays the same.
    private mutating func discardStore(after error: any Error) {
        if case .file(_, .sqlite(let error)) = error as? HistoryError, error.isFull || error.isBusy { return }
        store = nil
    }

    private mutating func reportDeviceOverflow() {
        guard !hasReportedDeviceOverflow, store?.hasDeviceOverflow ?? false else { return }
        hasReportedDeviceOverflow = true
        callbacks.report(.deviceLimitReached)
    }

    private func reportIfAny(_ event: RecorderEvent?) {
        if let event { callbacks.report(event) }
    }

    private func wait() {
        guard queue.markIdle(until: recorder.deadline) else { return }
        _ = Poll.wait([queue.wakeSignal.interest, .readable(queue.alarm.value.descriptor)])
    }
}
