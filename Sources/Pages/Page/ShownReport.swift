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
    /// How old the position is; nil where there is none or its arrival is not known.
    let age: Duration?

    init(_ report: Report, at now: Timestamp, daemonRuns: Bool, staleAfter: Duration) {
        self.report = report
        self.now = now
        self.daemonRuns = daemonRuns
        let sinceReceived = report.received.map { max(.zero, now - $0) }
        let age = [report.age, sinceReceived].compactMap { $0 }.max()
        self.age = age
        let isPast = !daemonRuns || (age ?? .zero) > staleAfter
        state = report.state == .live && isPast ? .stale : report.state
    }

    /// Whether the page with a position is shown, and not the one about what is wrong.
    var hasPosition: Bool { (state == .live || state == .stale) && report.fix?.coordinate != nil }

    /// Latitude and longitude with six decimals, as the original's label; nil where there is no position.
    var location: String? { report.fix?.coordinate.map { MapLink.pair($0, separator: ", ") } }

    var wording: StateWording { daemonRuns || hasPosition ? StateWording(state) : .stopped }

    /// Why it is so; of a daemon that has ended, what it told last.
    var detail: String? {
        guard !daemonRuns, !hasPosition else { return report.detail }
        let last = StateWording(state).headline
        return "Its last report: \(report.detail.map { "\(last) (\($0))" } ?? last)"
    }
}
