import Basics
public import History
import JSON
public import Linux
import Tracks

/// The days of a period with fixes, and their distances.
///
/// A distance is that of ``StatisticsQuery``, so that the list of days and the statistics of a day agree.
public struct DaysResult: Hashable, Sendable {
    /// A day.
    public struct Day: Hashable, Sendable {
        /// The date.
        public let day: LocalDay
        /// The number of fixes of all devices.
        public let points: Int
        /// Metres of the statistics of the day: of devices that overlap in time only one counts.
        public let distance: Double
        /// False if the figures are those of the heads of the segments, for hours that are not summarised yet.
        public var isExact = true
    }

    /// The days, newest first.
    public let days: [Day]

    /// Queries a history by the days of a clock; `check` is called before each day and may throw to end the query.
    ///
    /// - Throws: `HistoryError`, or errors of `check`.
    public init(
        _ history: any HistoryReader, _ period: Period, clock: LocalClock, check: () throws -> Void = {}
    ) throws {
        func exactDays(_ period: Period) throws -> [Day] {
            let (days, _) = try StatisticsQuery(history).days(of: period, device: nil, clock: clock, check: check)
            return days.reversed().map { Day(day: $0.day, points: $0.summary.points, distance: $0.summary.distance) }
        }
        let span = try history.unsummarised(in: TimeSpan(from: period.first, to: period.last))
        guard let span, let first = LocalDay.day(of: span.first, clock)?.first,
            let last = LocalDay.day(of: span.last, clock)?.last
        else {
            days = try exactDays(period)
            return
        }
        let (before, after) = (first + .milliseconds(-1), last + .milliseconds(1))
        var days: [Day] = []
        if period.last.map({ $0 >= after }) ?? true { days = try exactDays(Period(first: after, last: period.last)) }
        days += try Self.estimate(history, of: period.intersection(Period(first: first, last: last)), clock)
        if period.first.map({ $0 <= before }) ?? true {
            days += try exactDays(Period(first: period.first, last: before))
        }
        self.days = days
    }

    /// Returns the days as the heads of the segments have them, the newest first.
    ///
    /// Of several devices the one that went farthest counts, since whether they overlap in time is not known.
    private static func estimate(
        _ history: any HistoryReader, of period: Period, _ clock: LocalClock
    ) throws -> [Day] {
        var days: [LocalDay: (points: Int, distances: [String: Double])] = [:]
        var open: (day: LocalDay, first: Timestamp, last: Timestamp)?
        try history.forEachHead(in: TimeSpan(from: period.first, to: period.last)) { head in
            let first = max(head.first, period.first ?? head.first)
            if open.map({ first < $0.first || first > $0.last }) ?? true { open = LocalDay.day(of: first, clock) }
            guard let open else { return }
            days[open.day, default: (0, [:])].points += head.count
            days[open.day]?.distances[head.device, default: 0] += head.distance
        }
        return days.sorted { $0.key > $1.key }.map { day, found in
            Day(day: day, points: found.points, distance: found.distances.values.max() ?? 0, isExact: false)
        }
    }

    /// `{"days":[{"day":"2026-11-21","points":3600,"distance":1234.5}]}`, in metres; with `"exact":false` where it is not.
    public var json: [UInt8] {
        JSONWriter.line { json in
            json.objects("days", days) { json, day in
                json.string("day", day.day.text)
                json.integer("points", day.points)
                json.number("distance", day.distance, decimals: 1)
                if !day.isExact { json.boolean("exact", false) }
            }
        }
    }
}
