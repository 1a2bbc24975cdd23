public import Basics
public import Linux
public import Location
import Synchronization

/// A log of the events of a source, collected on its thread, for a test to wait on.
public final class EventLog: Sendable {
    private let events = Mutex<[ReceiverEvent]>([])
    private let arrival: WakeSignal

    /// Creates an empty log.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        arrival = try WakeSignal()
    }

    /// All events so far.
    public var all: [ReceiverEvent] { events.withLock { $0 } }

    /// The fixes among them.
    public var fixes: [Fix] { all.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }

    /// Appends events.
    public func append(_ more: [ReceiverEvent]) {
        events.withLock { $0 += more }
        arrival.signal()
    }

    /// Waits until the log satisfies a condition, at most half a minute; returns true if it does.
    public func wait(until isAsWanted: (EventLog) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(30)
        while !isAsWanted(self) {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([arrival.interest], timeout: rest)
            arrival.clear()
        }
        return true
    }
}

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
