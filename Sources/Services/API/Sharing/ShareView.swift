import Access
import Basics
import Location
import Wire

/// What is seen through a share.
struct ShareView: Sendable {
    /// How long a position may be on its way from the receiver.
    private static let maxLatency: Duration = .seconds(2)

    let feed: LiveFeed
    let zones: PrivacyZones
    let past: DelayedPoints
    let staleAfter: Duration

    /// The report as others see it now.
    func report(_ share: Share, at moment: Moment) -> PublicReport {
        let moment = delayReference(at: moment)
        let view = PublicView(share, zones: zones, at: moment.wallClock)
        guard let latest = view.latest else { return view.report(feed.report(at: moment.uptime)) }
        let point = past.point(upTo: latest, delay: share.delay)
        return view.report(of: point, at: moment.wallClock, staleAfter: staleAfter)
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

    /// The moment that a delay is counted from: the receiver's where that is earlier, since a clock that is ahead would
    /// show what is not to be seen yet.
    func delayReference(at moment: Moment) -> Moment {
        let report = feed.report(at: moment.uptime)
        guard let time = report.fix?.timestamp, let age = report.age else { return moment }
        return Moment(uptime: moment.uptime, wallClock: min(moment.wallClock, time + age + Self.maxLatency))
    }
}
