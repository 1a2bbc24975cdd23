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
    var hasPosition: Bool { (state == .live || state == .stale) && report.fix?.coordinate != nil }

    /// Latitude and longitude with six decimals, as in the original's label; nil without a position.
    var location: String? { report.fix?.coordinate.map { MapLink.pair($0, separator: ", ") } }

    /// The age of the position as text.
    var ageText: String { age.map(AgeText.text) ?? "age unknown" }

    var stateText: StateText { daemonRuns || hasPosition ? StateText(state) : .stopped }

    /// The reason for the state; without a daemon, its last report.
    var detail: String? {
        guard !daemonRuns, !hasPosition else { return report.detail }
        let last = StateText(state).headline
        return "Its last report: \(report.detail.map { "\(last) (\($0))" } ?? last)"
    }
}

/// A state as text.
struct StateText {
    /// One or two words.
    let label: String
    /// A separate sentence.
    let headline: String

    /// For a page without a position and without a daemon.
    static let stopped = StateText(label: "Not running", headline: "whereismyd does not run")

    private init(label: String, headline: String) {
        self.label = label
        self.headline = headline
    }

    init(_ state: TrackingState) {
        switch state {
        case .live: (label, headline) = ("Live", "Current position")
        case .stale: (label, headline) = ("Stale", "Last known position")
        case .starting: (label, headline) = ("Starting", "Waiting for the first report")
        case .noGPSD: (label, headline) = ("No gpsd", "gpsd cannot be reached")
        case .noReceiver: (label, headline) = ("No receiver", "gpsd has no receiver")
        case .noFix: (label, headline) = ("No fix", "The receiver has no position")
        }
    }
}
