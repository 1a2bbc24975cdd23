public import Basics
public import Linux
public import Location

/// A source of events that runs on its own thread, with a log of what it delivers.
public final class RunningSource: Sendable {
    /// Runs a source: it passes events to the closure, until it is stopped.
    public typealias Run = @Sendable (_ deliver: ([ReceiverEvent], Moment) -> Duration?) throws -> Void

    /// The delivered events.
    public let log: EventLog

    private let halt: @Sendable () -> Void
    private let thread: WorkerThread

    /// Starts a source.
    ///
    /// - Throws: ``SystemError`` if the system is out of threads.
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
