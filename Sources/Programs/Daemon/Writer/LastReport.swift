import Basics
import Configuration
import Linux
import Location
import Systemd
import Wire

/// The last known position of an earlier run.
enum LastReport {
    /// Reads it: what the last run showed, or what it kept on the disk, whichever is newer.
    ///
    /// What cannot be read is said and passed over: a broken file is no reason not to start.
    static func read(_ settings: Settings) -> Report? {
        let reports = [settings.reportFile, settings.lastReportFile].compactMap(read(file:))
        return reports.filter { $0.fix != nil }.max { received($0) < received($1) }
    }

    private static func received(_ report: Report) -> Int64 { report.received?.milliseconds ?? .min }

    private static func read(file: String) -> Report? {
        do {
            return try ReportJSON.decode(try FileContents.read(file))
        } catch let error as SystemError where error.isNotFound {
            return nil
        } catch {
            Log.write(.warning, "\(file): not used: \(error)")
            return nil
        }
    }
}

/// When the last known position goes to the disk: at most once a minute while it changes, once an hour while it stands
/// still, and at the end.
struct LastReportSchedule {
    private static let interval: Duration = .seconds(60)
    /// How far off the age may be that whoever starts after a power cut is told.
    private static let maxInterval: Duration = .seconds(3600)
    /// Metres within which a position is the same to whoever starts anew with it.
    private static let samePlace = 5.0

    private var written: Report?
    /// When it was written or could not be.
    private var triedAt: Duration?

    /// Whether a report is worth a write now.
    func isDue(_ report: Report, at uptime: Duration) -> Bool {
        guard report.fix != nil else { return false }
        guard let triedAt else { return true }
        if !isWritten(report) { return uptime - triedAt >= Self.interval }
        return report.received != written?.received && uptime - triedAt >= Self.maxInterval
    }

    /// Whether a report is worth a write at the end, when there is no other chance.
    func isDueAtEnd(_ report: Report) -> Bool {
        report.fix != nil && report.fix != written?.fix
    }

    /// A report has been written.
    mutating func recordWrite(_ report: Report, at uptime: Duration) {
        written = report
        triedAt = uptime
    }

    /// A report could not be written: the next try is a minute away too.
    mutating func recordFailure(at uptime: Duration) {
        triedAt = uptime
    }

    /// A position that stands still is the same in its last decimals, which are those of an estimate.
    private func isWritten(_ report: Report) -> Bool {
        guard let written, let there = written.fix?.coordinate, let here = report.fix?.coordinate else { return false }
        let travelled = (report.odometer ?? 0) - (written.odometer ?? 0)
        return here.distance(to: there) < Self.samePlace && abs(travelled) < Self.samePlace
    }
}
