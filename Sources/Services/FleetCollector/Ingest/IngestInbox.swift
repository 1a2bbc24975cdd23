import Linux
import Synchronization

/// The queue that the sources fill and the ingest thread empties.
final class IngestInbox: Sendable {
    private let queue: Mutex<IngestQueue<Upload>>
    private let event: EventFD
    private let stopping = Atomic(false)

    /// - Throws: ``SystemError`` if the process is out of descriptors.
    init(_ limits: IngestQueue<Upload>.Limits) throws(SystemError) {
        event = try EventFD()
        // Nothing is accepted before the database is there.
        var queue = IngestQueue<Upload>(limits)
        _ = queue.close()
        self.queue = Mutex(queue)
    }

    /// Submits an upload; returns false if there is no room or no database: it is the sender's to repeat.
    func submit(_ upload: Upload) -> Bool {
        guard !isStopping else { return false }
        let (isAccepted, wakes) = queue.withLock { queue in
            let before = queue.due
            let isAccepted = queue.append(
                upload, byteCount: upload.body.count, fixCount: upload.estimatedFixCount, at: SystemClock.uptime)
            return (isAccepted, isAccepted && queue.due != before)
        }
        if wakes { event.signal() }
        return isAccepted
    }

    /// True while uploads are accepted, as far as there is room.
    var isOpen: Bool { queue.withLock { $0.isOpen } }

    /// The bytes that wait or are being stored.
    var bytes: Int { queue.withLock { $0.bytes } }

    /// Wakes the ingest thread.
    func wake() {
        event.signal()
    }

    /// Ends the ingest thread once nothing waits.
    func stop() {
        stopping.store(true, ordering: .sequentiallyConsistent)
        event.signal()
    }

    // MARK: the ingest thread's side

    /// True once the thread has to end.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Waits until a commit is due, or for a wake; returns the uploads to commit, none at a wake.
    func next() -> [Upload] {
        let now = SystemClock.uptime
        let due = queue.withLock { $0.due }
        if let due, due <= now || isStopping { return queue.withLock { $0.take() } }
        guard !isStopping else { return [] }
        _ = Poll.wait(for: .readable(event.descriptor), timeout: due.map { $0 - now + .milliseconds(1) })
        event.clear()
        return []
    }

    /// Waits for a wake, at most for a time.
    func pause(_ time: Duration) {
        _ = Poll.wait(for: .readable(event.descriptor), timeout: max(.zero, time))
        event.clear()
    }

    /// Forgets what the last ``next()`` has returned.
    func finish() { queue.withLock { $0.finish() } }

    /// Accepts uploads.
    func open() { queue.withLock { $0.open() } }

    /// Accepts nothing; returns what waits.
    func close() -> [Upload] { queue.withLock { $0.close() } }
}
