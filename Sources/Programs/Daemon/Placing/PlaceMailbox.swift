import Configuration
import Linux
import Synchronization

/// Hands what is new about places from the tracker to the thread that keeps and tells it; never makes the first wait.
final class PlaceMailbox: Sendable {
    /// What has come since something was taken last.
    struct Delivery {
        /// What is new.
        fileprivate(set) var update = PlaceUpdate()
        /// The settings to go by from now on; nil where they have not changed.
        fileprivate(set) var settings: Settings?

        fileprivate var isEmpty: Bool { update.isEmpty && settings == nil }
    }

    private struct Content {
        var waiting = Delivery()
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let arrival: EventFD

    /// Makes an empty mailbox.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        arrival = try EventFD()
    }

    /// Puts news to what is there.
    func enqueue(_ news: PlaceUpdate) {
        guard !news.isEmpty else { return }
        content.withLock { $0.waiting.update.formUnion(news) }
        arrival.signal()
    }

    /// What comes from now on is handled by other settings.
    func enqueue(_ settings: Settings) {
        content.withLock { $0.waiting.settings = settings }
        arrival.signal()
    }

    /// No more news will come.
    func close() {
        content.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Waits for something; nil when the mailbox is closed and empty.
    func dequeue() -> Delivery? {
        while true {
            arrival.clear()
            let (delivery, isClosed) = content.withLock { content in
                defer { content.waiting = Delivery() }
                return (content.waiting, content.isClosed)
            }
            if !delivery.isEmpty { return delivery }
            if isClosed { return nil }
            _ = Poll.wait([.readable(arrival.descriptor)])
        }
    }
}
