import Access
import History
import Location
import Tracks
import Wire

/// What is seen through a share.
struct ShareLook: Sendable {
    let feed: LiveFeed
    let zones: PrivacyZones
    let historyFile: String?
    let staleAfter: Duration

    /// The report as others see it now.
    func report(_ share: Share, at moment: Moment) -> PublicReport {
        let view = PublicView(share, zones: zones, at: moment.wallClock)
        guard let latest = view.latest else { return view.report(feed.report(at: moment.uptime)) }
        return view.report(of: point(upTo: latest), at: moment.wallClock, staleAfter: staleAfter)
    }

    /// A report as one line of JSON.
    func json(_ shown: PublicReport) -> [UInt8] { ReportJSON.encode(shown.report, zone: shown.zone) + [0x0A] }

    /// The same without what changes though nothing has happened.
    func core(_ shown: PublicReport) -> [UInt8] {
        var report = shown.report
        report.age = nil
        report.sequence = 0
        return ReportJSON.encode(report, zone: shown.zone)
    }

    /// The last point of the history up to a moment; nil where there is none, or it cannot be read.
    private func point(upTo moment: Timestamp) -> TrackPoint? {
        guard let historyFile, let history = try? SQLiteHistory(path: historyFile, access: .readOnly) else {
            return nil
        }
        return try? history.neighbours(of: moment, device: nil).before
    }
}
