import Basics
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
