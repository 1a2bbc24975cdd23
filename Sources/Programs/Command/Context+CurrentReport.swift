import Configuration
import Linux
import Location
import Wire

extension Context {
    /// What is known now, from what the daemon has written.
    ///
    /// - Throws: ``ReportFileError`` when there is a report that cannot be read.
    func currentReport(_ settings: Settings) throws(ReportFileError) -> CurrentReport {
        let daemonRuns = isLocked(settings.lockFile)
        var report = try report(settings.reportFile)
        if report == nil, !daemonRuns { report = try self.report(settings.lastReportFile) }
        return CurrentReport(report: report, daemonRuns: daemonRuns, now: now(), staleAfter: settings.staleAfter)
    }

    /// The report at a path; nil when there is none.
    private func report(_ path: String) throws(ReportFileError) -> Report? {
        let bytes: [UInt8]
        do {
            bytes = try files.contents(path)
        } catch {
            if error.isNotFound { return nil }
            throw ReportFileError(unreadable: error)
        }
        do { return try ReportJSON.decode(bytes) } catch { throw ReportFileError(path: path, damaged: error) }
    }
}
