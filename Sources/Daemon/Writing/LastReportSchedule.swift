import Location

/// When the last known position goes to the disk: at most once a minute while it changes, and at the end.
struct LastReportSchedule {
    private static let pause: Duration = .seconds(60)
    /// Metres within which a position is the same to whoever starts anew with it.
    private static let samePlace = 5.0

    private var written: Report?
    private var writtenAt: Duration?

    /// Whether a report is worth a write now.
    func isDue(_ report: Report, at uptime: Duration) -> Bool {
        guard report.fix != nil, !isWritten(report) else { return false }
        return writtenAt.map { uptime - $0 >= Self.pause } ?? true
    }

    /// Whether a report is worth a write at the end, when there is no other chance.
    func isDueAtEnd(_ report: Report) -> Bool {
        report.fix != nil && report.fix != written?.fix
    }

    /// A report has been written, or could not be: the next try is a minute away either way.
    mutating func note(_ report: Report, at uptime: Duration) {
        written = report
        writtenAt = uptime
    }

    /// A position that stands still needs no write for its time alone, nor for the last decimals of an estimate.
    private func isWritten(_ report: Report) -> Bool {
        guard let written, let there = written.fix?.coordinate, let here = report.fix?.coordinate else { return false }
        let travelled = (report.odometer ?? 0) - (written.odometer ?? 0)
        return here.distance(to: there) < Self.samePlace && abs(travelled) < Self.samePlace
    }
}
