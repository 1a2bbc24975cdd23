import Access
import Basics
import History
import Location
import Privacy
import Synchronization
import Wire

/// Renders reports as the viewers of a share see them.
struct ShareView: Sendable {
    /// The maximum latency of a position from the receiver.
    private static let maxLatency: Duration = .seconds(2)

    let feed: LiveFeed
    let zones: PrivacyZones
    let past: DelayedPoints
    let staleAfter: Duration
    let stays: ZoneStays
}

extension ShareView {
    init(
        feed: LiveFeed, zones: PrivacyZones, historyFile: String?, staleAfter: Duration, flush: HistoryFlush? = nil
    ) {
        self.init(
            feed: feed, zones: zones, past: DelayedPoints(historyFile: historyFile, flush: flush),
            staleAfter: staleAfter,
            stays: ZoneStays(zones, historyFile: historyFile))
    }

    /// Follows the newest report into and out of the zones.
    func observe(at moment: Moment) { _ = stays.presence(after: feed.report(at: moment.uptime), at: moment.wallClock) }

    /// Returns the report as others see it now.
    func report(_ share: Share, at moment: Moment) -> PublicReport {
        let moment = delayReference(at: moment)
        let view = PublicView(share, zones: zones, at: moment.wallClock)
        guard let latest = view.latest else {
            let report = feed.report(at: moment.uptime)
            return view.report(report, presence: stays.presence(after: report, at: moment.wallClock))
        }
        let point = past.point(upTo: latest, delay: share.delay, at: moment)
        let stay = point.flatMap { stays.stay(upTo: $0.timestamp, delay: share.delay) }
        return view.report(of: point, at: moment.wallClock, staleAfter: staleAfter, stay: stay)
    }

    /// Returns a report as one line of JSON.
    func json(_ shown: PublicReport) -> [UInt8] {
        ReportJSON.encode(shown.report, zone: shown.zone, isPublic: true) + [0x0A]
    }

    /// Returns the same without members that change constantly.
    func core(_ shown: PublicReport) -> [UInt8] {
        var report = shown.report
        report.age = nil
        report.sequence = 0
        return ReportJSON.encode(report, zone: shown.zone, isPublic: true)
    }

    /// Returns the moment that the delay refers to: the receiver's if that is earlier, since a clock that is ahead
    /// would reveal too much.
    func delayReference(at moment: Moment) -> Moment {
        let report = feed.report(at: moment.uptime)
        guard let time = report.fix?.timestamp, let age = report.age else { return moment }
        return Moment(uptime: moment.uptime, wallClock: min(moment.wallClock, time + age + Self.maxLatency))
    }
}

/// Looks up delayed positions, once for all clients with the same delay.
///
/// Shares are updated on the publishing thread and may be requested at any rate.
final class DelayedPoints: Sendable {
    /// The maximum age of a cached point, small compared with any delay.
    private static let maxCacheAge: Duration = .seconds(2)
    /// More delays than are in use.
    private static let maxCacheEntries = 64

    private struct CachedPoint {
        let requested: Timestamp
        let point: TrackPoint?
    }

    private let cache = Mutex<[Duration: CachedPoint]>([:])
    private let lookUp: @Sendable (Timestamp, Moment) -> TrackPoint?

    init(_ lookUp: @escaping @Sendable (_ moment: Timestamp, _ now: Moment) -> TrackPoint?) { self.lookUp = lookUp }

    /// Creates a lookup in a history; without a readable one there is no point.
    ///
    /// Where the minute's fix of a stay is missing, its writer is asked for it, and a later lookup has it. One that has
    /// written a later fix has it not.
    convenience init(historyFile: String?, flush: HistoryFlush?) {
        self.init { moment, now in
            let history = historyFile.flatMap { try? SQLiteHistory(path: $0, access: .readOnly) }
            guard let found = try? history?.neighbours(of: moment, device: nil) else { return nil }
            let isRecent = found.before.map { moment - $0.timestamp < .seconds(65) } ?? false
            if !isRecent, found.after == nil { flush?.request(upTo: moment, at: now) }
            return found.before
        }
    }

    /// Returns the last point up to a moment, or slightly before; nil if there is none.
    func point(upTo moment: Timestamp, delay: Duration, at now: Moment) -> TrackPoint? {
        if let cached = cache.withLock({ $0[delay] }), cached.requested <= moment,
            moment - cached.requested < Self.maxCacheAge
        {
            return cached.point
        }
        let cached = CachedPoint(requested: moment, point: lookUp(moment, now))
        cache.withLock { cache in
            if cache.count >= Self.maxCacheEntries { cache = [:] }
            cache[delay] = cached
        }
        return cached.point
    }
}
