import Basics
import Location

/// What the service manager shows as the status: at once where the state has changed, else not more often than anybody
/// looks at it.
struct StatusChanges {
    private static let pause: Duration = .seconds(10)

    private var reported: (state: TrackingState, words: String)?
    private var reportedAt: Duration = .zero

    /// The words to tell about a report; nil where they are told already, or may wait.
    mutating func text(for report: Report, at uptime: Duration) -> String? {
        let words = report.summaryParts.joined(separator: ", ")
        guard words != reported?.words, report.state != reported?.state || uptime - reportedAt >= Self.pause else { return nil }
        reported = (report.state, words)
        reportedAt = uptime
        return words
    }
}
