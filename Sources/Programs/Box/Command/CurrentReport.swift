import APIClient
public import Basics
public import CommandLine
import Configuration
import Linux
public import Location
import Pages
import Places
import Wire

/// The last report, with its state and age brought up to date.
public struct CurrentReport: Hashable, Sendable {
    /// The report with its current age and state; nil if none was ever written.
    public private(set) var report: Report?
    /// True if the daemon is running.
    public let daemonRuns: Bool
    /// The exit code.
    public let code: ExitCode

    /// Brings a report up to date.
    ///
    /// - Parameters:
    ///   - report: the last report written; nil if there is none.
    ///   - daemonRuns: true if the process that wrote it is still running.
    ///   - now: the wall-clock time.
    ///   - staleAfter: the maximum age of a current fix.
    public init(report: Report?, daemonRuns: Bool, now: Timestamp, staleAfter: Duration) {
        var current = report?.asOf(now, daemonRuns: daemonRuns, staleAfter: staleAfter)
        current?.markAnchor(isWatched: daemonRuns)
        current?.advance(to: now)
        self.report = current
        self.daemonRuns = daemonRuns
        guard let report = self.report, report.fix?.coordinate != nil else {
            code = daemonRuns ? .nothingKnown : .unreachable
            return
        }
        code = report.state == .live ? .success : .lastKnownOnly
    }

    /// The same with the anchor watch of a stopped daemon, whose last report may not have the newest.
    func adding(_ anchor: AnchorSummary?) -> CurrentReport {
        guard !daemonRuns, let anchor else { return self }
        var result = self
        result.report?.anchor = anchor
        result.report?.markAnchor(isWatched: false)
        return result
    }

    /// The last accepted fix, possibly old; nil without a known position.
    public var fix: Fix? {
        guard let fix = report?.fix, fix.coordinate != nil else { return nil }
        return fix
    }
}

extension Report {
    fileprivate func asOf(_ now: Timestamp, daemonRuns: Bool, staleAfter: Duration) -> Report {
        var report = self
        report.age = age(at: now)
        // Recent rejections are only known while the daemon runs.
        if !daemonRuns { report.rejections = nil }
        guard state == .live else { return report }
        guard daemonRuns, let received, let age = report.age else {
            report.become(.stale, since: now)
            return report
        }
        if received > now + staleAfter {
            // The true age is unknown, and the report of a hanging daemon would stay live until the clock catches up.
            report.become(.stale, since: now, detail: "the clock is before the time of the position")
            report.age = nil
        } else if age > staleAfter {
            report.become(.stale, since: received + staleAfter)
        }
        return report
    }

    /// The current age, at least the written one, because setting the clock back does not make a fix younger.
    ///
    /// Nil if the clock is before the fix and no age was written.
    private func age(at now: Timestamp) -> Duration? {
        guard fix != nil, let received else { return nil }
        let elapsed = now - received
        return [age, elapsed < .zero ? nil : elapsed].compactMap(\.self).max()
    }

    /// Moves the position of the report on to this moment.
    fileprivate mutating func advance(to time: Timestamp) { now = now.flatMap { now(after: time - $0.time) } }

    /// Brings the anchor watch up to date: its distance is that of a current position, and nothing watches it while the
    /// daemon does not run, or has no position for a minute.
    fileprivate mutating func markAnchor(isWatched: Bool) {
        guard anchor != nil, !isWatched || state != .live else { return }
        anchor?.locate(from: nil)
        if !isWatched || age.map({ $0 >= AnchorWatch.positionTimeout }) ?? true { anchor?.isLost = true }
    }

    private mutating func become(_ state: TrackingState, since: Timestamp, detail: String? = nil) {
        self.state = state
        self.since = since
        self.detail = detail
    }
}

extension CurrentReport {
    /// The message if no daemon is running.

    /// The state and the age in one line, such as `live, 3 s ago`.
    public var summary: String {
        guard fix != nil else {
            guard daemonRuns else { return "\(DaemonError.noDaemon), and no position is known" }
            return "no position is known yet: \(reason)"
        }
        guard code != .success else { return "live\(age.map { ", " + $0 } ?? "")" }
        let last = report?.state == .contradicted ? "last trusted position" : "last known position"
        return "\(daemonRuns ? reason : DaemonError.noDaemon); \(last)\(age.map { ", " + $0 } ?? "")"
    }

    private var age: String? { report?.age.map { AgeText.text($0) } }

    private var reason: String {
        guard let report else { return "the daemon is starting" }
        // The file may come from anywhere and this is printed to a terminal.
        // The reasons of a contradiction follow with their times.
        let detail = report.state == .contradicted ? nil : report.detail
        return report.state.description + (detail.map { " (\(PrintableText.sanitized($0)))" } ?? "")
    }
}

extension TrackingState {
    fileprivate var description: String {
        switch self {
        case .starting: "the daemon is starting"
        case .noGPSD: "gpsd cannot be reached"
        case .noReceiver: "gpsd has no receiver"
        case .noFix: "the receiver has no position"
        case .live: "live"
        case .stale: "stale"
        case .contradicted: "the receiver's position cannot be true"
        }
    }
}

extension Context {
    /// Reads the current report, written by the daemon.
    func currentReport(_ settings: Settings) throws(ReportFileError) -> CurrentReport {
        let daemonRuns = isLocked(settings.lockFile)
        var report = try report(settings.reportFile)
        if report == nil, !daemonRuns { report = try self.report(settings.lastReportFile) }
        return CurrentReport(report: report, daemonRuns: daemonRuns, now: now(), staleAfter: settings.staleAfter)
    }

    /// Reads the report at a path; nil if there is none.
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

struct ReportFileError: Error, Hashable, CustomStringConvertible {
    /// One line: the path, the problem and the fix.
    let description: String

    init(unreadable error: SystemError) {
        let hint = error.isPermissionDenied ? ", members of the group whereismy can read it" : ""
        description = "\(error.subject): \(error.reason)\(hint)"
    }

    init(path: String, damaged error: ReportJSONError) {
        description = "\(path): \(error)"
    }
}
