import Basics
import Location

/// Whether what was refused of late is worth a report of its own, where no accepted fix brings one.
struct RejectionChanges {
    /// The pause between two reports that differ in numbers alone.
    private static let pause: Duration = .seconds(10)

    private var published: RejectionSummary?
    private var publishedAt: Duration = .zero

    /// Whether a summary is to be told now: it begins, ends, has another reason, or other numbers for some time.
    func isDue(_ summary: RejectionSummary?, at uptime: Duration) -> Bool {
        guard summary?.reason == published?.reason else { return true }
        return uptime - publishedAt >= Self.pause && summary != published
    }

    /// A summary has been told, with whatever report.
    mutating func record(_ summary: RejectionSummary?, at uptime: Duration) {
        published = summary
        publishedAt = uptime
    }
}
