import Basics
import Location

/// Whether what was refused of late is worth a report of its own, where no accepted fix brings one.
struct RejectionNews {
    /// The pause between two reports that differ in numbers alone.
    private static let pause: Duration = .seconds(10)

    private var told: RejectionSummary?
    private var toldAt: Duration = .zero

    /// Whether a summary is to be told now: it begins, ends, has another reason, or other numbers for some time.
    func areDue(_ summary: RejectionSummary?, at uptime: Duration) -> Bool {
        guard summary?.reason == told?.reason else { return true }
        return uptime - toldAt >= Self.pause && summary != told
    }

    /// A summary has been told, with whatever report.
    mutating func note(_ summary: RejectionSummary?, at uptime: Duration) {
        told = summary
        toldAt = uptime
    }
}
