import Basics
import Linux
import Location
import Tracking

/// The work of the writer thread: writes deliveries and reports to the service manager.
struct WriterLoop {
    private var writer: ReportWriter
    private let notifier: (any Notifier)?
    private let readiness: Readiness?
    private let isServing: () -> Bool
    private var status = StatusChanges()

    init(
        writer: ReportWriter, notifier: (any Notifier)?, readiness: Readiness?,
        isServing: @escaping () -> Bool = { true }
    ) {
        self.isServing = isServing
        self.writer = writer
        self.notifier = notifier
        self.readiness = readiness
    }

    /// Writes a delivery and sends the heartbeat after it.
    mutating func handle(_ delivery: ReportDelivery, at moment: Moment) {
        if let publication = delivery.pending { writer.write(publication, at: moment) }
        guard let notifier else { return }
        if writer.hasPage { readiness?.complete(.page) }
        if let report = writer.latest, let summary = status.text(for: report, at: moment.uptime) {
            notifier.report(status: summary)
        }
        if delivery.wantsHeartbeat, isServing() { notifier.heartbeat() }
    }

    /// Writes the last known position.
    mutating func finish(at moment: Moment) {
        writer.finish(at: moment)
    }
}

/// Limits the status lines for the service manager: at once where the state changes, else one per interval.
struct StatusChanges {
    private static let pause: Duration = .seconds(10)

    private var reported: (state: TrackingState, summary: String)?
    private var reportedAt: Duration = .zero

    /// The status of a report; nil if unchanged or too early.
    mutating func text(for report: Report, at uptime: Duration) -> String? {
        let summary = report.summaryParts.joined(separator: ", ")
        guard summary != reported?.summary, report.state != reported?.state || uptime - reportedAt >= Self.pause else {
            return nil
        }
        reported = (report.state, summary)
        reportedAt = uptime
        return summary
    }
}

/// A report for the writer, and whether to redraw the page.
struct PendingReport: Sendable {
    var report: Report
    var drawsPage: Bool
    /// The statistics of the receivers.
    var learned = LearnedReceivers()
}

/// Hands the newest report from the tracker to the writer; never blocks the tracker.
///
/// A newer report replaces one that waits: files show the newest, and a flood costs no writes.
typealias ReportMailbox = Mailbox<ReportDelivery>

/// The content of a ``ReportMailbox``.
struct ReportDelivery: Sendable {
    /// The newest report; nil if there is none.
    var pending: PendingReport?
    /// True if a heartbeat is due after the write.
    var wantsHeartbeat = false
}

extension ReportMailbox {
    /// Replaces the waiting report; a page that was due stays due.
    func publish(_ report: PendingReport) {
        merge(into: ReportDelivery()) { waiting in
            let drawsPage = report.drawsPage || waiting.pending?.drawsPage ?? false
            waiting.pending = report
            waiting.pending?.drawsPage = drawsPage
        }
    }

    /// Requests a heartbeat, which follows the write of the waiting report.
    func requestHeartbeat() {
        merge(into: ReportDelivery()) { $0.wantsHeartbeat = true }
    }
}
