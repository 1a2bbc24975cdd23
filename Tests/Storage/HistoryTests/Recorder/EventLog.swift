import Basics
import History
import Linux
import Location
import Synchronization

/// Collects what a writer says on its thread, for a test to wait on.
final class NoticeLog: Sendable {
    private let notices = Mutex<[RecorderEvent]>([])
    private let news: EventFD

    init() throws {
        news = try EventFD()
    }

    var all: [RecorderEvent] { notices.withLock { $0 } }

    func append(_ notice: RecorderEvent) {
        notices.withLock { $0.append(notice) }
        news.signal()
    }

    /// Waits for so many, at most ten seconds; answers whether they have come.
    func wait(for count: Int) -> Bool {
        let deadline = SystemClock.uptime + .seconds(10)
        while all.count < count {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([.readable(news.descriptor)], timeout: rest)
            news.clear()
        }
        return true
    }
}
