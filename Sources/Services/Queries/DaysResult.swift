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
    }

    /// The days, newest first.
    public let days: [Day]

    /// Queries a history by the days of a clock; `check` is called before each day and may throw to end the query.
    ///
    /// - Throws: `HistoryError`, or errors of `check`.
    public init(
        _ history: any HistoryReader, _ period: Period, clock: LocalClock, check: () throws -> Void = {}
    ) throws {
        let query = StatisticsQuery(history)
        let (days, _) = try query.days(of: period, device: nil, clock: clock, check: check)
        self.days = days.reversed().map {
            Day(day: $0.day, points: $0.summary.points, distance: $0.summary.distance)
        }
    }

    /// `{"days":[{"day":"2026-11-21","points":3600,"distance":1234.5}]}`, in metres.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.objects("days", days) { json, day in
                json.string("day", day.day.text)
                json.integer("points", day.points)
                json.number("distance", day.distance, decimals: 1)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
