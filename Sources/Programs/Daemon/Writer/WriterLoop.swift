import Basics
import Linux
import Location

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
    mutating func handle(_ delivery: ReportDelivery, at moment: Moment) {
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

/// Hands the newest report from the tracker to the writer; never blocks the tracker.
///
/// A newer report replaces one that waits: files show the newest, and a flood costs no writes.
typealias ReportMailbox = Mailbox<ReportDelivery>

/// The content of a ``ReportMailbox``.
struct ReportDelivery: Sendable {
    /// The newest report; nil where there is none.
    var pending: PendingReport?
    /// Whether a heartbeat is due after the write.
    var wantsHeartbeat = false
}

extension ReportMailbox {
    /// Replaces the waiting report; a page that was due stays due.
    func publish(_ report: PendingReport) {
        merge(into: ReportDelivery()) { waiting in
            let drawsPage = report.drawsPage || waiting.pending?.drawsPage ?? false
            waiting.pending = PendingReport(report: report.report, drawsPage: drawsPage)
        }
    }

    /// Requests a heartbeat, which follows the write of the waiting report.
    func requestHeartbeat() {
        merge(into: ReportDelivery()) { $0.wantsHeartbeat = true }
    }
}
