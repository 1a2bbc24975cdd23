public import Basics
public import Linux
public import Location

/// A source of events that runs on a thread of its own, with a log of what it delivers.
public final class RunningSource: Sendable {
    /// How a source is run: it hands what has come to the closure, until it is stopped.
    public typealias Run = @Sendable (_ deliver: ([ReceiverEvent], Moment) -> Duration?) throws -> Void

    /// What it has delivered.
    public let log: EventLog

    private let halt: @Sendable () -> Void
    private let thread: WorkerThread

    /// Starts a source.
    ///
    /// - Throws: ``SystemError`` where the system has no thread left.
    public init(run: @escaping Run, stop: @escaping @Sendable () -> Void) throws(SystemError) {
        let log = try EventLog()
        self.log = log
        halt = stop
        thread = try WorkerThread(name: "test-source") {
            try? run { events, _ in
                log.append(events)
                return nil
            }
        }
    }

    /// Stops the source and waits for its end.
    public func stop() {
        halt()
        thread.join()
    }
}
