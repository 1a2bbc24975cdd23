import Location

/// When the last known position goes to the disk: at most once a minute while it changes, and at the end.
struct LastReportSchedule {
    private static let pause: Duration = .seconds(60)

    private var written: Fix?
    private var writtenAt: Duration?

    /// Whether a report is worth a write now.
    func isDue(_ report: Report, at uptime: Duration) -> Bool {
        guard let fix = report.fix, !isWritten(fix) else { return false }
        return writtenAt.map { uptime - $0 >= Self.pause } ?? true
    }

    /// Whether a report is worth a write at the end, when there is no other chance.
    func isDueAtEnd(_ report: Report) -> Bool {
        report.fix != nil && report.fix != written
    }

    /// A report has been written, or could not be: the next try is a minute away either way.
    mutating func note(_ report: Report, at uptime: Duration) {
        written = report.fix
        writtenAt = uptime
    }

    /// A position that stands still needs no write for its time alone.
    private func isWritten(_ fix: Fix) -> Bool {
        fix.coordinate == written?.coordinate && fix.horizontalAccuracy == written?.horizontalAccuracy
    }
}
