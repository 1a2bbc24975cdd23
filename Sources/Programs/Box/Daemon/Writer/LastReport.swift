import Basics
import Configuration
import Location
import Wire

/// The last known position of an earlier run.
enum LastReport {
    /// Reads the newer of the last run's report and the copy on the disk.
    ///
    /// A broken file is logged and ignored: it is no reason not to start.
    static func read(_ settings: Settings) -> Report? {
        let files = [settings.reportFile, settings.lastReportFile]
        let reports = files.compactMap { StateFile.read($0, by: ReportJSON.decode) { ReportJSON.encode($0) + [0x0A] } }
        return reports.filter { $0.fix != nil }.max { received($0) < received($1) }
    }

    private static func received(_ report: Report) -> Int64 { report.received?.milliseconds ?? .min }
}

/// The times at which the last known position is written to the disk: at most once a minute while it changes, once
/// an hour while it stays, at once when a contradiction begins or ends, and at the end.
struct LastReportSchedule {
    private static let interval: Duration = .seconds(60)
    /// The maximum error of the age after a power failure.
    private static let maxInterval: Duration = .seconds(3600)
    /// The distance in metres within which a position counts as unchanged.
    private static let samePlace = 5.0

    private var written: Report?
    /// The uptime of the last attempt.
    private var triedAt: Duration?
    /// True after a failed attempt.
    private var hasFailed = false

    /// Returns true if a write is due.
    func isDue(_ report: Report, at uptime: Duration) -> Bool {
        guard report.fix != nil else { return false }
        guard let triedAt else { return true }
        let isTurn = report.isContradicted != (written?.isContradicted ?? false)
        if isTurn, !hasFailed { return true }
        if isTurn || !isWritten(report) { return uptime - triedAt >= Self.interval }
        let isNew = report.received != written?.received || report.claim != written?.claim
        return isNew && uptime - triedAt >= Self.maxInterval
    }

    /// Returns true if a write is due at the end of the daemon.
    func isDueAtEnd(_ report: Report) -> Bool {
        guard let fix = report.fix else { return false }
        return fix != written?.fix || report.isContradicted != written?.isContradicted || report.claim != written?.claim
    }

    /// Records a write.
    mutating func recordWrite(_ report: Report, at uptime: Duration) {
        (written, triedAt, hasFailed) = (report, uptime, false)
    }

    /// Records a failed write; the next attempt waits as long.
    mutating func recordFailure(at uptime: Duration) {
        (triedAt, hasFailed) = (uptime, true)
    }

    /// Returns true if the written position still holds; a stationary estimate changes in its last decimals.
    private func isWritten(_ report: Report) -> Bool {
        guard let written, let there = written.fix?.coordinate, let here = report.fix?.coordinate,
            written.integrity.level == report.integrity.level
        else { return false }
        let travelled = (report.odometer ?? 0) - (written.odometer ?? 0)
        return here.distance(to: there) < Self.samePlace && abs(travelled) < Self.samePlace
    }
}

extension Report {
    fileprivate var isContradicted: Bool { integrity.level == .contradicted }
}
