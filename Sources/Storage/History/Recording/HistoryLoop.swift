import Basics
import Linux
import Location
import SQLite

/// The life of the writer's thread: takes points, asks the recorder, and does what it says.
struct HistoryLoop {
    /// So many points are written as segments at once: they come faster than any receiver gives them.
    private static let flood = 2048

    private var recorder: HistoryRecorder
    private var store: (any HistoryStore)?
    private var hasToldOfCrowd = false
    private let queue: PointQueue
    private let alarm: AlarmBox
    private let clock: @Sendable () -> Moment
    private let open: @Sendable () throws -> any HistoryStore
    private let say: @Sendable (RecordingNotice) -> Void

    init(
        recorder: HistoryRecorder, queue: PointQueue, alarm: AlarmBox, clock: @escaping @Sendable () -> Moment,
        open: @escaping @Sendable () throws -> any HistoryStore, say: @escaping @Sendable (RecordingNotice) -> Void
    ) {
        self.recorder = recorder
        self.queue = queue
        self.alarm = alarm
        self.clock = clock
        self.open = open
        self.say = say
    }

    /// Opens the store before there is anything to write, so that what is wrong with it is known from the start.
    mutating func start() {
        do {
            store = try open()
        } catch {
            note(recorder.note(failed: .commit([]), "\(error)", at: clock().uptime))
        }
    }

    /// Runs until the queue is closed.
    mutating func run() {
        while true {
            let delivery = queue.take()
            let uptime = clock().uptime
            if let settings = delivery.settings { recorder.adopt(settings, at: uptime) }
            for point in delivery.points { recorder.record(point, at: uptime) }
            recorder.record(delivery.happened)
            if delivery.lost > 0 { recorder.record(lost: delivery.lost) }
            if delivery.isLast { recorder.end() }
            act()
            queue.note(tried: delivery.told)
            if delivery.isLast { return }
            wait()
        }
    }

    private mutating func act() {
        while let action = recorder.next(at: clock()) {
            do {
                let isAllDone = try perform(action)
                noteCrowd()
                note(recorder.note(done: action, isAllDone: isAllDone, at: clock().uptime))
            } catch {
                note(recorder.note(failed: action, "\(error)", at: clock().uptime))
                leave(after: error)
            }
        }
    }

    /// Answers whether the action has no more to do.
    private mutating func perform(_ action: RecordingAction) throws -> Bool {
        let store = try self.store ?? open()
        self.store = store
        switch action {
        case .commit(let points): _ = try points.count < Self.flood ? store.append(points) : store.load(points)
        case .keep(let occurrences): _ = try store.append(occurrences: occurrences)
        case .seal(let moment):
            // An hour is in memory at once: 36,000 points of a receiver that tells ten a second.
            defer { HeapMemory.trim() }
            try store.seal(before: moment)
        case .retain(let moment): return try store.apply(recorder.settings.retention, at: moment)
        }
        return true
    }

    /// A file that is gone or broken may be another one next time; one on a full disk is the same.
    private mutating func leave(after error: any Error) {
        if case .database(_, let error) = error as? HistoryError, error.isFull || error.isBusy { return }
        store = nil
    }

    private mutating func noteCrowd() {
        guard !hasToldOfCrowd, store?.isCrowded ?? false else { return }
        hasToldOfCrowd = true
        say(.crowded)
    }

    private func note(_ notice: RecordingNotice?) {
        if let notice { say(notice) }
    }

    private func wait() {
        // Where points wait to be committed, more of them can wait with them.
        guard recorder.isWaiting || queue.rest() else { return }
        alarm.value.set(recorder.deadline)
        _ = Poll.wait([.readable(queue.news.descriptor), .readable(alarm.value.descriptor)])
    }
}
