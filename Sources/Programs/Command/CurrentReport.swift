import APIClient
public import Basics
public import Configuration
import Linux
public import Location
import Pages
import Wire

/// What is known now about where this machine is, worked out anew from what was written some time ago.
public struct CurrentReport: Hashable, Sendable {
    /// The report with its age and state as of now; nil when none was ever written.
    public let report: Report?
    /// Whether the daemon runs.
    public let daemonRuns: Bool
    /// What a program is told about it.
    public let code: ExitCode

    /// Works the answer out.
    ///
    /// - Parameters:
    ///   - report: the last one written; nil when there is none.
    ///   - daemonRuns: whether its writer still runs.
    ///   - now: the time of day.
    ///   - staleAfter: how old a fix may be and still be current.
    public init(report: Report?, daemonRuns: Bool, now: Timestamp, staleAfter: Duration) {
        self.report = report?.asOf(now, daemonRuns: daemonRuns, staleAfter: staleAfter)
        self.daemonRuns = daemonRuns
        guard let report = self.report, report.fix?.coordinate != nil else {
            code = daemonRuns ? .nothingKnown : .unreachable
            return
        }
        code = report.state == .live ? .success : .lastKnownOnly
    }

    /// The last accepted fix, also when it is old; nil when no position is known.
    public var fix: Fix? {
        guard let fix = report?.fix, fix.coordinate != nil else { return nil }
        return fix
    }
}

extension Report {
    fileprivate func asOf(_ now: Timestamp, daemonRuns: Bool, staleAfter: Duration) -> Report {
        var report = self
        report.age = age(at: now)
        // Without a daemon nothing is of late.
        if !daemonRuns { report.rejections = nil }
        guard state == .live else { return report }
        guard daemonRuns, let received, let age = report.age else {
            report.become(.stale, since: now)
            return report
        }
        if received > now + staleAfter {
            // Nobody can tell how long ago that was, and a daemon that hangs would stay live until the clock is there.
            report.become(.stale, since: now, detail: "the clock stands before the position")
            report.age = nil
        } else if age > staleAfter {
            report.become(.stale, since: received + staleAfter)
        }
        return report
    }

    /// A clock that was set back since does not make a fix younger than it was when this was written; one that
    /// stands before the fix, where no age was written, cannot tell.
    private func age(at now: Timestamp) -> Duration? {
        guard fix != nil, let received else { return nil }
        let elapsed = now - received
        return [age, elapsed < .zero ? nil : elapsed].compactMap(\.self).max()
    }

    private mutating func become(_ state: TrackingState, since: Timestamp, detail: String? = nil) {
        self.state = state
        self.since = since
        self.detail = detail
    }
}

extension CurrentReport {
    /// What is said where no daemon runs.

    /// The state and the age in a line for people, such as `live, 3 s ago`.
    public var summary: String {
        guard fix != nil else {
            guard daemonRuns else { return "\(DaemonError.noDaemon), and no position is known" }
            return "no position is known yet: \(reason)"
        }
        guard code != .success else { return "live\(age.map { ", " + $0 } ?? "")" }
        return "\(daemonRuns ? reason : DaemonError.noDaemon); last known position\(age.map { ", " + $0 } ?? "")"
    }

    private var age: String? { report?.age.map(AgeText.text) }

    private var reason: String {
        guard let report else { return "the daemon is starting" }
        // The file may come from anywhere, and this goes to a terminal.
        return report.state.description + (report.detail.map { " (\(PrintableText.sanitized($0)))" } ?? "")
    }
}

extension TrackingState {
    fileprivate var description: String {
        switch self {
        case .starting: "the daemon is starting"
        case .noGPSD: "gpsd cannot be reached"
        case .noReceiver: "gpsd has no receiver"
        case .noFix: "the receiver has no position now"
        case .live: "live"
        case .stale: "stale"
        }
    }
}

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

/// A report that is there and cannot be read.
struct ReportFileError: Error, Hashable, CustomStringConvertible {
    /// One line: the path, what is wrong and what would work.
    let description: String

    init(unreadable error: SystemError) {
        let hint = error.isPermissionDenied ? ", members of the group whereismy may read it" : ""
        description = "\(error.subject): \(error.reason)\(hint)"
    }

    init(path: String, damaged error: ReportJSONError) {
        description = "\(path): \(error)"
    }
}
