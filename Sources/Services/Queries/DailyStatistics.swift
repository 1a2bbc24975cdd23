import Basics
public import History
import JSON
public import Linux
import Location
public import Tracks
import Wire

/// The statistics of a period by day, each day on its own, and their totals.
///
/// A day has the figures of receivers that do not overlap in time. Those that do share one path in one vehicle, so
/// only one of them counts.
public struct DailyStatistics: Sendable {
    /// A day.
    public struct Day: Sendable {
        /// The date.
        public let day: LocalDay
        /// The receivers of ``summary``, by time.
        public var devices: [String] { path.devices }
        /// The one of ``devices`` that went farthest.
        public var device: String { path.farthest }
        /// Their tracks of that day, with the number of fixes of all receivers.
        public var summary: TrackSummary { path.summary }

        fileprivate let path: SharedPath
    }

    /// The period by receiver, without regard to days, and the total of the days.
    public let whole: StatisticsResult
    /// The days with fixes, oldest first.
    public let days: [Day]
    /// The times without a fix of any receiver from the last fix of a day to the first of the next, and the gaps among
    /// them.
    public let betweenDays: TrackSummary

    /// The gaps of the days and between them, oldest first.
    public var gaps: [Gap] { whole.total.gaps.sorted { $0.from < $1.from } }

    /// Creates the statistics of a period from those of its receivers and days.
    init(period: Period, devices: [(name: String, summary: TrackSummary)], days: [Day]) {
        self.days = days
        betweenDays = zip(days, days.dropFirst()).reduce(into: TrackSummary()) { sum, days in
            sum.add(days.0.path.unrecorded(before: days.1.path))
        }
        var total = days.reduce(into: TrackSummary()) { $0.add($1.summary) }
        total.add(betweenDays)
        whole = StatisticsResult(
            period: period, devices: devices, total: total, hasOverlaps: days.contains { $0.path.hasOverlaps })
    }

    /// One object: the members of ``StatisticsResult``, the figures of each day, and the totals.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.members(of: whole)
            json.objects("days", days) { json, day in
                json.string("day", day.day.text)
                json.string("device", day.device)
                json.strings("devices", day.devices)
                json.figures(of: day.summary)
            }
            json.total(of: whole)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension StatisticsQuery {
    /// Returns the statistics of a period by local day, for one device or for each.
    ///
    /// - Returns: the statistics, and the segments that could not be read.
    /// - Throws: `HistoryError`.
    public func runDaily(
        _ period: Period, device: String?, clock: LocalClock
    ) throws -> (DailyStatistics, [DamagedSegment]) {
        var days = DayCollector(clock)
        let damaged = try forEachPoint(period, device: device) { days.add($0) }
        return (days.finish(period), damaged)
    }
}

/// Divides points, sorted by time, into local days.
private struct DayCollector {
    private let clock: LocalClock
    private var days: [DailyStatistics.Day] = []
    /// The statistics of all points; nil while they are those of the open day.
    private var whole: DeviceStatistics?
    private var open: (day: LocalDay, end: Timestamp, statistics: DeviceStatistics)?

    init(_ clock: LocalClock) { self.clock = clock }

    mutating func add(_ point: TrackPoint) {
        if let open, point.timestamp > open.end { close() }
        if open == nil, let reading = clock.civilTime(point.timestamp) {
            let day = LocalDay(reading)
            open = (day, day.span(clock).last, DeviceStatistics())
        }
        open?.statistics.add(point)
        whole?.add(point)
    }

    mutating func finish(_ period: Period) -> DailyStatistics {
        close()
        return DailyStatistics(period: period, devices: whole?.summaries ?? [], days: days)
    }

    private mutating func close() {
        guard let closed = open else { return }
        open = nil
        if whole == nil { whole = closed.statistics }
        guard let path = closed.statistics.path else { return }
        days.append(DailyStatistics.Day(day: closed.day, path: path))
    }
}
