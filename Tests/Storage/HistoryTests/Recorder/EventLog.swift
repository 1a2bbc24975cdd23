import Basics
import History
import Linux
import Location
import Synchronization

/// Collects the events of a writer for a test to wait on.
final class EventLog: Sendable {
    private let events = Mutex<[RecorderEvent]>([])
    private let recorded: WakeSignal

    init() throws {
        recorded = try WakeSignal()
    }

    var all: [RecorderEvent] { events.withLock { $0 } }

    func append(_ event: RecorderEvent) {
        events.withLock { $0.append(event) }
        recorded.signal()
    }

    /// Waits for a number of events, at most ten seconds; returns false on timeout.
    func wait(for count: Int) -> Bool {
        let deadline = SystemClock.uptime + .seconds(10)
        while all.count < count {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([recorded.interest], timeout: rest)
            recorded.clear()
        }
        return true
    }
}
