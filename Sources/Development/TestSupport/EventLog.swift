import Basics
public import Linux
public import Location
import Synchronization

/// Collects the events of a source on its thread, for a test to wait on.
public final class EventLog: Sendable {
    private let events = Mutex<[ReceiverEvent]>([])
    private let arrival: EventFD

    /// Makes an empty log.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init() throws(SystemError) {
        arrival = try EventFD()
    }

    /// All that has come so far.
    public var all: [ReceiverEvent] { events.withLock { $0 } }

    /// The fixes among them.
    public var fixes: [Fix] { all.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }

    /// Adds what has come.
    public func append(_ more: [ReceiverEvent]) {
        events.withLock { $0 += more }
        arrival.signal()
    }

    /// Waits until the log is as wanted, at most ten seconds; answers whether it is.
    public func wait(until isAsWanted: (EventLog) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(10)
        while !isAsWanted(self) {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([.readable(arrival.descriptor)], timeout: rest)
            arrival.clear()
        }
        return true
    }
}
