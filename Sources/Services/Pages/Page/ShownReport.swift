import Basics
import Location

/// A report as it is at the moment it is shown.
struct ShownReport: Sendable {
    let report: Report
    let now: Timestamp
    /// Whether the daemon that wrote the report is there to write the next.
    let daemonRuns: Bool
    /// The state at that moment: what was live when it was reported may have become stale since, and without a daemon
    /// nothing is live.
    let state: TrackingState
    /// When that state began.
    let since: Timestamp
    /// How old the position is; nil where there is none, and where nobody can tell: its arrival is not known or, by
    /// a clock that was set back, still to come.
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

    /// Whether a position that was live is so still; one whose age cannot be judged is not.
    private static func isCurrent(age: Duration?, elapsed: Duration?, within limit: Duration) -> Bool {
        guard let age, let elapsed else { return false }
        return age <= limit && elapsed >= .zero - limit
    }

    /// What was refused of late; without a daemon nothing is of late.
    var rejections: RejectionSummary? { daemonRuns ? report.rejections : nil }

    /// Whether the page with a position is shown, and not the one about what is wrong.
    var hasPosition: Bool { (state == .live || state == .stale) && report.fix?.coordinate != nil }

    /// Latitude and longitude with six decimals, as the original's label; nil where there is no position.
    var location: String? { report.fix?.coordinate.map { MapLink.pair($0, separator: ", ") } }

    /// How old the position is, or that nobody can tell.
    var ageText: String { age.map(AgeText.text) ?? "age unknown" }

    var stateText: StateText { daemonRuns || hasPosition ? StateText(state) : .stopped }

    /// Why it is so; of a daemon that has ended, what it told last.
    var detail: String? {
        guard !daemonRuns, !hasPosition else { return report.detail }
        let last = StateText(state).headline
        return "Its last report: \(report.detail.map { "\(last) (\($0))" } ?? last)"
    }
}

/// A state in words.
struct StateText {
    /// One or two words.
    let label: String
    /// A line that stands alone.
    let headline: String

    /// For a page without a position that no daemon stands behind.
    static let stopped = StateText(label: "Not running", headline: "whereismyd does not run")

    private init(label: String, headline: String) {
        self.label = label
        self.headline = headline
    }

    init(_ state: TrackingState) {
        switch state {
        case .live: (label, headline) = ("Live", "Here, now")
        case .stale: (label, headline) = ("Stale", "Last known position")
        case .starting: (label, headline) = ("Starting", "Waiting for a first answer")
        case .noGPSD: (label, headline) = ("No gpsd", "gpsd cannot be reached")
        case .noReceiver: (label, headline) = ("No receiver", "gpsd has no receiver")
        case .noFix: (label, headline) = ("No fix", "The receiver has no position")
        }
    }
}
