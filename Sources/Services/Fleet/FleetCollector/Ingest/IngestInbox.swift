import FleetProtocol
import HTTPServer
import Linux
import Synchronization

/// The queue that the sources fill and the ingest thread empties.
final class IngestInbox: Sendable {
    private let queue: Mutex<IngestQueue<Upload>>
    /// The time for which a token counts as verified after an upload: a revoked one can occupy room as long.
    static let verifiedFor = Duration.seconds(600)

    private let verified = Mutex(TokenTable<Bool>())
    /// The counts of the outcomes.
    let counts = CollectorCounts()
    private let schemaFault = Mutex<String?>(nil)
    private let signal: WakeSignal
    private let clock: @Sendable () -> Duration

    /// - Throws: ``SystemError`` if the process is out of descriptors.
    init(
        _ limits: IngestQueue<Upload>.Limits, clock: @escaping @Sendable () -> Duration = { SystemClock.uptime }
    ) throws(SystemError) {
        signal = try WakeSignal()
        self.clock = clock
        // Nothing is accepted before the database is there.
        var queue = IngestQueue<Upload>(limits)
        _ = queue.close()
        self.queue = Mutex(queue)
    }

    /// The fault of the database's schema with its fix; nil for none.
    var fault: String? { schemaFault.withLock { $0 } }

    /// Sets the fault of the schema; returns true if it is another one than before.
    func setFault(_ fault: String?) -> Bool {
        schemaFault.withLock { last in
            defer { last = fault }
            return last != fault
        }
    }

    /// Submits an upload; returns false if there is no room or no database: it is the sender's to repeat.
    func submit(_ upload: Upload) -> Bool {
        let origin = origin(of: upload.sender)
        let (isAccepted, wakes) = queue.withLock { queue in
            let before = queue.due
            let isAccepted =
                !isStopping
                && queue.append(
                    upload, byteCount: upload.body.count, fixCount: upload.fixCount, from: origin, at: clock())
            return (isAccepted, isAccepted && queue.due != before)
        }
        if wakes { signal.signal() }
        if !isAccepted { counts.recordRefusal() }
        return isAccepted
    }

    /// True if a token was recently that of a device.
    func isVerified(_ token: String) -> Bool {
        verified.withLock { $0.value(of: token, at: clock()) ?? false }
    }

    /// Takes room for an upload that is being received; nil if there is none or no database: it is the sender's to
    /// repeat.
    func reserve(_ byteCount: Int, for sender: Upload.Sender) -> ContentReservation? {
        let origin = origin(of: sender)
        guard !isStopping, queue.withLock({ $0.reserve(byteCount, for: origin) }) else {
            counts.recordRefusal()
            return nil
        }
        return ContentReservation { [self] in queue.withLock { $0.release(byteCount, of: origin) } }
    }

    private func origin(of sender: Upload.Sender) -> IngestOrigin {
        switch sender {
        case .device(let name): IngestOrigin(sender: "device \(name.text)", isVerified: true)
        case .token(let token):
            IngestOrigin(sender: "token \(token)", isVerified: isVerified(token))
        }
    }

    /// True while uploads are accepted, as far as there is room.
    var isOpen: Bool { queue.withLock { $0.isOpen } }

    /// The bytes that are being received, wait or are being stored.
    var bytes: Int { queue.withLock { $0.bytes } }

    /// Wakes the ingest thread.
    func wake() {
        signal.signal()
    }

    /// Ends the ingest thread once nothing waits.
    func stop() {
        signal.stop()
    }

    // MARK: the ingest thread's side

    /// True once the thread has to end.
    var isStopping: Bool { signal.isStopping }

    /// Waits until a commit is due, for a wake, or until a descriptor is readable; returns the uploads to commit, none
    /// otherwise.
    func next(orReadable descriptor: Int32?) -> [Upload] {
        let now = clock()
        let due = queue.withLock { $0.due }
        if let due, due <= now || isStopping { return queue.withLock { $0.take() } }
        guard !isStopping else { return [] }
        let other = descriptor.map { [Poll.Interest.descriptor($0, reads: true, writes: false)] } ?? []
        _ = Poll.wait([signal.interest] + other, timeout: due.map { $0 - now + .milliseconds(1) })
        signal.clear()
        return []
    }

    /// Waits for a wake, at most for a time.
    func pause(_ time: Duration) {
        signal.wait(atMost: max(.zero, time))
    }

    /// Releases what the last ``next(orReadable:)`` has returned.
    func finish() { queue.withLock { $0.finish() } }

    /// Records which tokens are those of devices.
    func record(_ answers: [(Upload, UploadOutcome)]) {
        let now = clock()
        verified.withLock { verified in
            for (upload, answer) in answers {
                guard case .token(let token) = upload.sender else { continue }
                switch answer {
                case .unauthorised: verified.remove(token)
                case .answer, .done: verified.set(true, of: token, for: Self.verifiedFor, at: now)
                case .unavailable: break
                }
            }
        }
    }

    /// Accepts uploads.
    func open() { queue.withLock { $0.open() } }

    /// Accepts nothing; returns what waits.
    func close() -> [Upload] { queue.withLock { $0.close() } }
}
