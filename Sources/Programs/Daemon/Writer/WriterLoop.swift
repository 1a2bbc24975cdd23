import Basics
import Linux
import Location
import Synchronization

/// What the writer's thread does with what it takes out of the mailbox, and what it tells the service manager of it.
struct WriterLoop {
    private var writer: ReportWriter
    private let notifier: (any Notifier)?
    private let readiness: Readiness?
    private var status = StatusChanges()

    init(writer: ReportWriter, notifier: (any Notifier)?, readiness: Readiness?) {
        self.writer = writer
        self.notifier = notifier
        self.readiness = readiness
    }

    /// Writes what there is to write, and gives a sign of life after that.
    mutating func handle(_ delivery: ReportMailbox.Delivery, at moment: Moment) {
        if let publication = delivery.pending { writer.write(publication, at: moment) }
        guard let notifier else { return }
        if writer.hasPage { readiness?.complete(.page) }
        if let report = writer.latest, let words = status.text(for: report, at: moment.uptime) {
            notifier.report(status: words)
        }
        if delivery.wantsHeartbeat { notifier.heartbeat() }
    }

    /// Writes what must not be lost.
    mutating func finish(at moment: Moment) {
        writer.finish(at: moment)
    }
}

/// What the service manager shows as the status: at once where the state has changed, else not more often than anybody
/// looks at it.
struct StatusChanges {
    private static let pause: Duration = .seconds(10)

    private var reported: (state: TrackingState, words: String)?
    private var reportedAt: Duration = .zero

    /// The words to tell about a report; nil where they are told already, or may wait.
    mutating func text(for report: Report, at uptime: Duration) -> String? {
        let words = report.summaryParts.joined(separator: ", ")
        guard words != reported?.words, report.state != reported?.state || uptime - reportedAt >= Self.pause else {
            return nil
        }
        reported = (report.state, words)
        reportedAt = uptime
        return words
    }
}

/// A report on its way to the files, and whether the page must be drawn anew with it.
struct PendingReport: Sendable {
    var report: Report
    var drawsPage: Bool
}

/// Hands the newest report from the thread that tracks to the thread that writes, and never makes the first wait.
///
/// A report that was not fetched in time is replaced: files show the newest, and a flood costs no writing.
final class ReportMailbox: Sendable {
    /// What has come since something was taken last.
    struct Delivery: Sendable {
        /// The newest report; nil where there is no new one.
        fileprivate(set) var pending: PendingReport?
        /// Whether a sign of life is asked for.
        fileprivate(set) var wantsHeartbeat = false

        fileprivate var isEmpty: Bool { pending == nil && !wantsHeartbeat }
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

    /// Puts a report in, in place of one that is still there.
    func enqueue(_ publication: PendingReport) {
        put { waiting in
            let drawsPage = publication.drawsPage || waiting.pending?.drawsPage ?? false
            waiting.pending = PendingReport(report: publication.report, drawsPage: drawsPage)
        }
    }

    /// Asks for a sign of life, which comes once what is there is written.
    func enqueueHeartbeat() {
        put { $0.wantsHeartbeat = true }
    }

    /// No more reports will come.
    func close() {
        content.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Waits for something; nil when the mailbox is closed and empty.
    func dequeue() -> Delivery? {
        while true {
            if let delivery = dequeueNow() { return delivery }
            if content.withLock({ $0.isClosed && $0.waiting.isEmpty }) { return nil }
            _ = Poll.wait([.readable(arrival.descriptor)])
            // Before the content is looked at, so that a report that comes just then wakes anew.
            arrival.clear()
        }
    }

    /// Takes what is there; nil where there is nothing.
    func dequeueNow() -> Delivery? {
        let delivery = content.withLock { content in
            defer { content.waiting = Delivery() }
            return content.waiting
        }
        return delivery.isEmpty ? nil : delivery
    }

    private func put(_ change: (inout Delivery) -> Void) {
        let isFirst = content.withLock { content in
            defer { change(&content.waiting) }
            return content.waiting.isEmpty
        }
        // Whoever has been woken already need not be woken twice: in a flood, that is a system call saved an epoch.
        if isFirst { arrival.signal() }
    }
}
