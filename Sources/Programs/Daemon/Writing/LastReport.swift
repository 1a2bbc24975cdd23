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
