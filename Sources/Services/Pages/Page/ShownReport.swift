import Basics
import Location

/// A report as of the moment it is shown.
struct ShownReport: Sendable {
    let report: Report
    let now: Timestamp
    /// False if the daemon that wrote the report has ended.
    let daemonRuns: Bool
    /// The state at that moment: a live report may have become stale, and without a daemon nothing is live.
    let state: TrackingState
    /// The start of that state.
    let since: Timestamp
    /// The age of the position; nil without a position, or if its arrival is unknown or, by a clock set back, in the
    /// future.
    let age: Duration?

    init(_ report: Report, at now: Timestamp, daemonRuns: Bool, staleAfter: Duration) {
        self.report = report
        self.now = now
        self.daemonRuns = daemonRuns
        let elapsed = report.received.map { now - $0 }
        let age = [report.age, elapsed.flatMap { $0 < .zero ? nil : $0 }].compactMap(\.self).max()
        self.age = age
        let isCurrent = daemonRuns && Self.isCurrent(age: age, elapsed: elapsed, within: staleAfter)
        let hasAged = report.state == .live && !isCurrent
        state = hasAged ? .stale : report.state
        since = hasAged ? min(now, (report.received ?? now) + staleAfter) : report.since
    }

    /// Returns true if a live position is still current; one of unknown age is not.
    private static func isCurrent(age: Duration?, elapsed: Duration?, within limit: Duration) -> Bool {
        guard let age, let elapsed else { return false }
        return age <= limit && elapsed >= .zero - limit
    }

    /// The recent rejections; none without a daemon.
    var rejections: RejectionSummary? { daemonRuns ? report.rejections : nil }

    /// True if the page with a position is shown, false for the one with the error.
    var hasPosition: Bool { [.live, .stale, .contradicted].contains(state) && report.fix?.coordinate != nil }

    /// Latitude and longitude with six decimals, as in the original's label; nil without a position.
    var location: String? { report.fix?.coordinate.map { MapLink.pair($0, separator: ", ") } }

    /// The state for its text: without a daemon and a position it is not known.
    var wordedState: WordedState { daemonRuns || hasPosition ? WordedState(state) : .stopped }
}

/// A state as pages word it; the raw values are in the keys of their texts.
enum WordedState: String {
    case live, stale, contradicted, starting, stopped
    case noGPSD = "no-gpsd"
    case noReceiver = "no-receiver"
    case noFix = "no-fix"

    /// The wording of a state while the daemon runs.
    init(_ state: TrackingState) {
        self =
            switch state {
            case .live: .live
            case .stale: .stale
            case .contradicted: .contradicted
            case .starting: .starting
            case .noGPSD: .noGPSD
            case .noReceiver: .noReceiver
            case .noFix: .noFix
            }
    }
}
