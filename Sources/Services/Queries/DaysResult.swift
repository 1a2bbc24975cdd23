import Basics
public import History
import JSON
public import Linux
import Location
import Wire

/// The days of a period with fixes, and their distances.
public struct DaysResult: Hashable, Sendable {
    /// A day.
    public struct Day: Hashable, Sendable {
        /// The date.
        public let day: LocalDay
        /// The number of fixes of all devices.
        public let points: Int
        /// Metres travelled by the device that went farthest: several in one vehicle share one path.
        public let distance: Double
    }

    private struct Key: Hashable {
        let day: LocalDay
        let device: String
    }

    private struct Sum {
        var points = 0
        var distance = 0.0
    }

    /// The days, newest first.
    public let days: [Day]

    /// Queries a history; of sealed hours only those across midnight or the ends of the period are read by fix.
    ///
    /// - Throws: `HistoryError`.
    public init(_ history: any HistoryStore, _ period: Period, clock: LocalClock) throws {
        var sums: [Key: Sum] = [:]
        var parts: [HourSummary] = []
        let add = { (summary: HourSummary, day: LocalDay) in
            sums[Key(day: day, device: summary.device), default: Sum()].points += summary.count
            sums[Key(day: day, device: summary.device), default: Sum()].distance += summary.distance
        }
        try history.forEachHourSummary(PointQuery(from: period.first, to: period.last)) { summary in
            guard period.contains(summary), let day = summary.day(clock) else { return parts.append(summary) }
            add(summary, day)
        }
        for part in parts {
            for summary in try Self.split(part, of: history, period: period, clock: clock) {
                summary.day(clock).map { add(summary, $0) }
            }
        }
        days = Dictionary(grouping: sums, by: \.key.day).map { day, sums in
            Day(
                day: day, points: sums.reduce(0) { $0 + $1.value.points },
                distance: sums.map(\.value.distance).max() ?? 0)
        }.sorted { $0.day > $1.day }
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

    /// Returns the summaries of an hour by day, if it is on several days or partly outside the period.
    private static func split(
        _ part: HourSummary, of history: any HistoryStore, period: Period, clock: LocalClock
    ) throws -> [HourSummary] {
        let first = max(part.first, period.first ?? part.first)
        let last = min(part.last, period.last ?? part.last)
        var points: [LocalDay: [TrackPoint]] = [:]
        _ = try history.forEachPoint(PointQuery(from: first, to: last, device: part.device)) { point in
            guard let reading = clock.civilTime(point.timestamp) else { return }
            points[LocalDay(reading), default: []].append(point)
        }
        return try points.values.flatMap { try HourSummary.summaries(of: $0) }
    }
}

extension Period {
    fileprivate func contains(_ summary: HourSummary) -> Bool {
        (first.map { $0 <= summary.first } ?? true) && (last.map { $0 >= summary.last } ?? true)
    }
}

extension HourSummary {
    /// Returns the day of the whole hour; nil if it is on several days.
    fileprivate func day(_ clock: LocalClock) -> LocalDay? {
        guard let from = clock.civilTime(first), let to = clock.civilTime(last), LocalDay(from) == LocalDay(to) else {
            return nil
        }
        return LocalDay(from)
    }
}
