import Basics
import Location

/// What the service manager shows as the status: at once where the state has changed, else not more often than anybody
/// looks at it.
struct StatusNews {
    private static let pause: Duration = .seconds(10)

    private var told: (state: TrackingState, words: String)?
    private var toldAt: Duration = .zero

    /// The words to tell about a report; nil where they are told already, or may wait.
    mutating func words(for report: Report, at uptime: Duration) -> String? {
        let words = report.words.joined(separator: ", ")
        guard words != told?.words, report.state != told?.state || uptime - toldAt >= Self.pause else { return nil }
        told = (report.state, words)
        toldAt = uptime
        return words
    }
}
