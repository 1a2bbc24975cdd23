import Linux
import Location

/// Tells the journal what ``StateNews`` finds worth a line.
struct StateAnnouncer {
    private var news = StateNews()

    /// Says what a report says, if its state is news.
    mutating func announce(_ report: Report, at uptime: Duration) {
        guard let line = news.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line)
    }
}
