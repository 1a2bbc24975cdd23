import Linux
import Location
import Synchronization

/// Hands the newest report from the thread that tracks to the thread that writes, and never makes the first wait.
///
/// A report that was not fetched in time is replaced: files show the newest, and a flood costs no writing.
final class ReportMailbox: Sendable {
    private struct Content {
        var waiting: Publication?
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let news: EventCounter

    /// Makes an empty mailbox.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        news = try EventCounter()
    }

    /// Puts a report in, in place of one that is still there.
    func put(_ publication: Publication) {
        let isFirst = content.withLock { content in
            let drawsPage = publication.drawsPage || content.waiting?.drawsPage ?? false
            defer { content.waiting = Publication(report: publication.report, drawsPage: drawsPage) }
            return content.waiting == nil
        }
        // Whoever has been woken already need not be woken twice: in a flood, that is a system call saved an epoch.
        if isFirst { news.signal() }
    }

    /// No more reports will come.
    func close() {
        content.withLock { $0.isClosed = true }
        news.signal()
    }

    /// Waits for a report; nil when the mailbox is closed and empty.
    func take() -> Publication? {
        while true {
            let (publication, isClosed) = content.withLock { content in
                defer { content.waiting = nil }
                return (content.waiting, content.isClosed)
            }
            if let publication { return publication }
            if isClosed { return nil }
            _ = Poll.wait([.readable(news.descriptor)])
            // Before the content is looked at, so that a report that comes just then wakes anew.
            news.clear()
        }
    }
}
