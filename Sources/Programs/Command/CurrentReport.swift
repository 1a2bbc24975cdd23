public import Basics
public import Configuration
public import Location

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
