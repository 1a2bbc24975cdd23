import Basics
public import History
import JSON
public import Linux
import Location
public import Tracks
import Wire

/// The statistics of a period by day, each day on its own, and their totals.
///
/// Several receivers in one vehicle share one path, so a day has the figures of the one that went farthest.
public struct DailyStatistics: Sendable {
    /// A day.
    public struct Day: Sendable {
        /// The date.
        public let day: LocalDay
        /// The receiver that went farthest.
        public let device: String
        /// Its track of that day.
        public let summary: TrackSummary
    }

    /// The period by receiver, without regard to days.
    public let whole: StatisticsResult
    /// The days with fixes, oldest first.
    public let days: [Day]

    /// The gaps of the receivers of the days, oldest first.
    public let gaps: [Gap]
    /// Those between two days, which no day has.
    private let gapsBetweenDays: [Gap]

    /// The sums over all days, and over the gaps between them.
    public var total: TrackSummary {
        var total = days.reduce(into: TrackSummary()) { $0.add($1.summary) }
        for gap in gapsBetweenDays { total.add(gap) }
        return total
    }

    /// Creates the statistics of a period from those of its receivers and days.
    init(whole: StatisticsResult, days: [Day], clock: LocalClock) {
        self.whole = whole
        self.days = days
        let receivers = Dictionary(days.map { ($0.day, $0.device) }) { first, _ in first }
        let found = whole.devices.flatMap { device in
            device.summary.gaps.compactMap { gap in
                let ends = [gap.from, gap.to].map { clock.civilTime($0).map { LocalDay($0) } }
                let isShown = ends.contains { $0.flatMap { receivers[$0] } == device.name }
                return isShown ? (gap: gap, isBetweenDays: ends[0] != ends[1]) : nil
            }
        }.sorted { $0.gap.from < $1.gap.from }
        gaps = found.map(\.gap)
        gapsBetweenDays = found.filter(\.isBetweenDays).map(\.gap)
    }

    /// One object: the members of ``StatisticsResult``, the figures of each day, and the totals.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.members(of: whole)
            json.objects("days", days) { json, day in
                json.string("day", day.day.text)
                json.string("device", day.device)
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
        return (DailyStatistics(whole: result, days: days.finish(), clock: clock), damaged)
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
        guard let open, let farthest = open.statistics.farthest else { return }
        days.append(DailyStatistics.Day(day: open.day, device: farthest.name, summary: farthest.summary))
    }
}
