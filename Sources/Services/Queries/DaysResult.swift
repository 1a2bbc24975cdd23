import Basics
public import History
import JSON
public import Linux
import Location
import Tracks
import Wire

/// The days of a period with fixes, and their distances.
///
/// A distance is that of ``StatisticsQuery``, so that the list of days and the statistics of a day agree. It takes
/// reading every fix, so days that are known already and have not changed are not read again.
public struct DaysResult: Hashable, Sendable {
    /// A day.
    public struct Day: Hashable, Sendable {
        /// The date.
        public let day: LocalDay
        /// The number of fixes of all devices.
        public let points: Int
        /// Metres of the statistics of the day: of devices that overlap in time only one counts.
        public let distance: Double

        /// The part of the day within the period.
        fileprivate let span: Period
        /// A hash of the summaries of its hours, which change with its fixes.
        fileprivate let version: Int
    }

    /// The days, newest first.
    public let days: [Day]

    /// Queries a history.
    ///
    /// - Parameters:
    ///   - history: the history.
    ///   - period: the period.
    ///   - clock: the clock that divides days.
    ///   - known: earlier days of the same history.
    /// - Throws: `HistoryError`.
    public init(_ history: any HistoryStore, _ period: Period, clock: LocalClock, known: [LocalDay: Day] = [:]) throws {
        var hours: [LocalDay: Set<HourSummary>] = [:]
        try history.forEachHourSummary(PointQuery(from: period.first, to: period.last)) { hour in
            for day in hour.days(clock) { hours[day, default: []].insert(hour) }
        }
        days = try hours.compactMap { day, hours in
            let span = period.part(of: day, clock)
            if let day = known[day], day.span == span, day.version == hours.hashValue { return day }
            return try span.isEmpty ? nil : Day(day, span: span, version: hours.hashValue, of: history)
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
}

extension DaysResult.Day {
    fileprivate func isWhole(_ clock: LocalClock) -> Bool {
        let whole = day.span(clock)
        return span == Period(first: whole.first, last: whole.last)
    }

    /// Reads the fixes of a day; nil without any.
    fileprivate init?(
        _ day: LocalDay, span: Period, version: Int, of history: any HistoryStore
    ) throws {
        var statistics = DeviceStatistics()
        let damaged = try StatisticsQuery(history).forEachPoint(span, device: nil) { statistics.add($0) }
        let summary = statistics.path?.summary
        guard summary != nil || !damaged.isEmpty else { return nil }
        self.init(
            day: day, points: summary?.points ?? 0, distance: summary?.distance ?? 0, span: span, version: version)
    }
}

/// The days of earlier lists of one history, which need not be read again.
public struct KnownDays: Sendable {
    /// The number of days that are kept, more than two years.
    private static let maxDays = 800

    private var days: [LocalDay: DaysResult.Day] = [:]

    /// Creates an empty collection.
    public init() {}

    /// Returns the days of a period, and keeps those that are entirely within it.
    ///
    /// - Throws: `HistoryError`.
    public mutating func list(_ history: any HistoryStore, _ period: Period, clock: LocalClock) throws -> DaysResult {
        let result = try DaysResult(history, period, clock: clock, known: days)
        for day in result.days where day.isWhole(clock) { days[day.day] = day }
        if days.count > Self.maxDays {
            for day in days.keys.sorted().dropLast(Self.maxDays) { days[day] = nil }
        }
        return result
    }
}

extension Period {
    fileprivate var isEmpty: Bool { first.flatMap { first in last.map { first > $0 } } ?? false }

    /// Returns the part of a day within the period.
    fileprivate func part(of day: LocalDay, _ clock: LocalClock) -> Period {
        let span = day.span(clock)
        return Period(first: max(first ?? span.first, span.first), last: min(last ?? span.last, span.last))
    }
}

extension HourSummary {
    /// Returns the days on which an hour may have fixes; a time zone may divide it.
    fileprivate func days(_ clock: LocalClock) -> Set<LocalDay> {
        Set([first, last].compactMap { clock.civilTime($0).map { LocalDay($0) } })
    }
}
