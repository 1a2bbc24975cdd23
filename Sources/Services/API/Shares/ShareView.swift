import Access
import Basics
import History
import Location
import Synchronization
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

/// Where the machine was some time ago, looked up once for all who ask with the same delay.
///
/// Shares are told on the thread that tells everybody, and may be asked for as often as somebody likes.
final class DelayedPoints: Sendable {
    /// How old an answer may be: who looks at the past can wait as long for it.
    private static let maxCacheAge: Duration = .seconds(2)
    /// More delays than people choose.
    private static let maxCacheEntries = 64

    private struct CachedPoint {
        let asked: Timestamp
        let point: TrackPoint?
    }

    private let cache = Mutex<[Duration: CachedPoint]>([:])
    private let find: @Sendable (Timestamp) -> TrackPoint?

    /// Asks what is given.
    init(_ find: @escaping @Sendable (Timestamp) -> TrackPoint?) {
        self.find = find
    }

    /// Asks a history; without one, or where it cannot be read, there is nothing.
    convenience init(historyFile: String?) {
        self.init { moment in
            guard let historyFile, let history = try? SQLiteHistory(path: historyFile, access: .readOnly) else {
                return nil
            }
            return try? history.neighbours(of: moment, device: nil).before
        }
    }

    /// The last point up to a moment, or up to a little before it; nil where there is none.
    func point(upTo moment: Timestamp, delay: Duration) -> TrackPoint? {
        if let answer = cache.withLock({ $0[delay] }), answer.asked <= moment, moment - answer.asked < Self.maxCacheAge {
            return answer.point
        }
        let answer = CachedPoint(asked: moment, point: find(moment))
        cache.withLock { kept in
            if kept.count >= Self.maxCacheEntries { kept = [:] }
            kept[delay] = answer
        }
        return answer.point
    }
}
