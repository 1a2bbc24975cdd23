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

    /// The period by receiver, without regard to days.
    public let whole: StatisticsResult
    /// The days with fixes, oldest first.
    public let days: [Day]
    /// The times without fixes from the last fix of a day to the first of the next, and the gaps among them.
    public let betweenDays: TrackSummary

    /// The gaps of the days and between them, oldest first.
    public var gaps: [Gap] { total.gaps.sorted { $0.from < $1.from } }

    /// The sums over all days and the times between them.
    public var total: TrackSummary {
        var total = days.reduce(into: TrackSummary()) { $0.add($1.summary) }
        total.add(betweenDays)
        return total
    }

    /// Creates the statistics of a period from those of its receivers and days.
    init(whole: StatisticsResult, days: [Day]) {
        self.whole = whole
        self.days = days
        betweenDays = zip(days, days.dropFirst()).reduce(into: TrackSummary()) { sum, days in
            let (earlier, later) = (days.0.path, days.1.path)
            sum.addUnrecorded(from: earlier.last, to: later.first, usual: earlier.usual)
        }
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
            json.object("total") { $0.figures(of: total) }
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
        var whole = DeviceStatistics()
        var days = DayCollector(clock)
        let damaged = try forEachPoint(period, device: device) { point in
            whole.add(point)
            days.add(point)
        }
        let result = StatisticsResult(period: period, devices: whole.summaries)
        return (DailyStatistics(whole: result, days: days.finish()), damaged)
    }
}

/// Divides points, sorted by time, into local days.
private struct DayCollector {
    private let clock: LocalClock
    private var days: [DailyStatistics.Day] = []
    private var open: (day: LocalDay, end: Timestamp, statistics: DeviceStatistics)?

    init(_ clock: LocalClock) { self.clock = clock }

    mutating func add(_ point: TrackPoint) {
        if let open, point.timestamp > open.end { close() }
        if open == nil, let reading = clock.civilTime(point.timestamp) {
            let day = LocalDay(reading)
            open = (day, day.span(clock).last, DeviceStatistics())
        }
        open?.statistics.add(point)
    }

    mutating func finish() -> [DailyStatistics.Day] {
        close()
        return days
    }

    private mutating func close() {
        defer { open = nil }
        guard let open, let path = open.statistics.path else { return }
        days.append(DailyStatistics.Day(day: open.day, path: path))
    }
}
