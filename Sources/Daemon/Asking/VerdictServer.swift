import Linux
import Location

/// Tells the log of verdicts to whoever connects to a local socket, several at once, on a thread of its own.
///
/// It says what it has to say and hangs up. Nothing that is sent is read, so that nothing can be wrong with it, and who
/// does not read in time is let go of.
final class VerdictServer: Sendable {
    /// How many are told at once: each has its own list of what is kept, some MB when the log is full.
    private static let atOnce = 8
    /// How many may wait for their turn.
    private static let waiting: Int32 = 4
    /// The pause where the process has no descriptor left for who waits.
    private static let pause: Duration = .milliseconds(100)

    private let stopping: EventSignal
    private let thread: WorkerThread

    /// Starts to answer; where that cannot be, it is said and the daemon goes on without.
    ///
    /// - Parameters:
    ///   - path: the socket's file, which is replaced: the caller sees to it that no other daemon answers there.
    ///   - verdicts: what is told.
    ///   - patience: how long it waits for a reader that reads nothing.
    ///   - clock: of this machine.
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    init(
        _ path: String, _ verdicts: SharedVerdicts, patience: Duration = .seconds(2),
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() }
    ) throws(SystemError) {
        let stopping = try EventSignal()
        self.stopping = stopping
        thread = try WorkerThread(name: "verdicts") {
            do throws(SystemError) {
                // Owned by the thread, so that the file is gone when the thread has ended.
                let listener = try LocalListener(path, mode: 0o660, waiting: Self.waiting)
                let patience = VerdictReader.Patience(pause: patience)
                Self.serve(listener, until: stopping, patience) { VerdictLines(verdicts.snapshot, at: clock()) }
            } catch {
                Log.write(.warning, "whereismy explain has no answer: \(error)")
            }
        }
    }

    deinit {
        stop()
    }

    /// Hangs up, removes the socket's file and waits for that, which takes milliseconds.
    func stop() {
        stopping.signal()
        thread.join()
    }

    /// One poll(2) loop over all who are being told, and who wants to be.
    private static func serve(
        _ listener: borrowing LocalListener, until stopping: EventSignal, _ patience: VerdictReader.Patience,
        _ answer: () -> VerdictLines
    ) {
        var readers: [VerdictReader] = []
        while true {
            let hasRoom = readers.count < atOnce
            let interests = [stopping.interest] + readers.map(\.interest) + (hasRoom ? [listener.interest] : [])
            let deadline = readers.map(\.deadline).min()
            let ready = Poll.wait(interests, timeout: deadline.map { max(.zero, $0 - SystemClock.uptime) })
            if ready[0] { return }
            let now = SystemClock.uptime
            readers = zip(readers, ready.dropFirst()).compactMap { reader, isReady in
                (isReady ? reader.tell(at: now) : now < reader.deadline) ? reader : nil
            }
            guard hasRoom, ready.last == true else { continue }
            if let client = listener.accept() {
                readers.append(VerdictReader(client, answer(), patience, at: now))
            } else {
                _ = Poll.wait([stopping.interest], timeout: pause)
            }
        }
    }
}
