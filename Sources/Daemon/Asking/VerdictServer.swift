import Linux
import Location

/// Tells the log of verdicts to whoever connects to a local socket, one after another, on a thread of its own.
///
/// It says what it has to say and hangs up. Nothing that is sent is read, so that nothing can be wrong with it, and who
/// does not read in time is let go of.
final class VerdictServer: Sendable {
    /// How many may wait for their turn.
    private static let waiting: Int32 = 4
    /// How often the patience with a reader that reads nothing it may take to read all.
    private static let patienceAltogether = 5
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
        _ path: String, _ verdicts: SharedVerdicts, patience: Duration = .seconds(1),
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() }
    ) throws(SystemError) {
        let stopping = try EventSignal()
        self.stopping = stopping
        thread = try WorkerThread(name: "verdicts") {
            do throws(SystemError) {
                // Owned by the thread, so that the file is gone when the thread has ended.
                let listener = try LocalListener(path, mode: 0o660, waiting: Self.waiting)
                let patience = Patience(stopping: stopping, duration: patience)
                Self.serve(listener, patience) { VerdictLines(verdicts.snapshot, at: clock()) }
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

    private static func serve(
        _ listener: borrowing LocalListener, _ patience: Patience, _ answer: () -> VerdictLines
    ) {
        while !Poll.wait([patience.stopping.interest, listener.interest])[0] {
            if let client = listener.accept() {
                tell(answer(), to: client, patience)
            } else {
                _ = Poll.wait([patience.stopping.interest], timeout: pause)
            }
        }
    }

    private static func tell(_ lines: VerdictLines, to client: borrowing FileDescriptor, _ patience: Patience) {
        let deadline = SystemClock.uptime + patience.duration * patienceAltogether
        for portion in lines {
            var rest = portion
            while !rest.isEmpty {
                do throws(SystemError) {
                    rest.removeFirst(try TCPSocket.send(rest, to: client))
                } catch {
                    guard error.isTransient, patience.lasts(for: client, until: deadline) else { return }
                }
            }
        }
    }

    /// How long a reader may keep it waiting.
    private struct Patience: Sendable {
        let stopping: EventSignal
        let duration: Duration

        /// Waits until the kernel takes more for a reader; false where that lasts too long, or it is time to stop.
        func lasts(for client: borrowing FileDescriptor, until deadline: Duration) -> Bool {
            let left = min(duration, deadline - SystemClock.uptime)
            guard left > .zero else { return false }
            let ready = Poll.wait([stopping.interest, .writable(client)], timeout: left)
            return ready[1] && !ready[0]
        }
    }
}
