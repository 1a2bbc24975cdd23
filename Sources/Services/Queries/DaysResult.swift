import Basics
public import History
import JSON
public import Linux
import Location
import Tracks
import Wire

/// The days of a period with fixes, and their distances.
///
/// A distance is that of ``StatisticsQuery``, so that the list of days and the statistics of a day agree. Days
/// that are known already and have not changed are not read again.
public struct DaysResult: Hashable, Sendable {
    /// A day.
    public struct Day: Hashable, Sendable {
        /// The date.
        public let day: LocalDay
        /// The number of fixes of all devices.
        public let points: Int
        /// Metres of the statistics of the day: of devices that overlap in time only one counts.
        public let distance: Double

        fileprivate let part: DayPart
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
    ///   - known: earlier days of the same history; those that are read are added.
    ///   - read: called before each day that is read; may throw to end the query.
    /// - Throws: `HistoryError`, or errors of `read`.
    init(
        _ history: any HistoryReader, _ period: Period, clock: LocalClock, known: inout KnownDays,
        read: () throws -> Void
    ) throws {
        var hours: [LocalDay: Set<HourSummary>] = [:]
        try history.forEachHourSummary(PointQuery(from: period.first, to: period.last)) { hour in
            for day in hour.days(clock) { hours[day, default: []].insert(hour) }
        }
        var days: [Day] = []
        for (date, hours) in hours.sorted(by: { $0.key > $1.key }) {
            let (part, version) = (DayPart(of: date, in: period, clock), hours.hashValue)
            guard !part.span.isEmpty else { continue }
            if let day = known.day(date, part, version: version) {
                days.append(day)
            } else {
                try read()
                guard let day = try Day(date, part, version: version, of: history) else { continue }
                known.add(day)
                days.append(day)
            }
        }
        self.days = days
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
    /// Reads the figures of a day; nil without any that can be read.
    fileprivate init?(_ day: LocalDay, _ part: DayPart, version: Int, of history: any HistoryReader) throws {
        guard let summary = try StatisticsQuery(history).path(part.span, device: nil)?.summary else { return nil }
        self.init(day: day, points: summary.points, distance: summary.distance, part: part, version: version)
    }
}

/// The days of earlier lists of one history, which need not be read again.
public struct KnownDays: Sendable {
    /// The number of days that are kept, ten years; a day takes 100 bytes.
    private static let maxDays = 4000

    private var days: [LocalDay: DaysResult.Day] = [:]

    /// Creates an empty collection.
    public init() {}

    /// Lists the days of a period, and keeps those that are entirely within it as soon as they are read.
    ///
    /// - Parameters:
    ///   - history: the history.
    ///   - period: the period.
    ///   - clock: the clock that divides days.
    ///   - read: called before each day that is read; may throw to end the query.
    /// - Returns: the days.
    /// - Throws: `HistoryError`, or errors of `read`.
    public mutating func list(
        _ history: any HistoryReader, _ period: Period, clock: LocalClock, read: () throws -> Void = {}
    ) throws -> DaysResult {
        try DaysResult(history, period, clock: clock, known: &self, read: read)
    }

    /// Returns a day if it has not changed since it was read.
    fileprivate func day(_ date: LocalDay, _ part: DayPart, version: Int) -> DaysResult.Day? {
        days[date].flatMap { $0.part == part && $0.version == version ? $0 : nil }
    }

    /// Keeps a whole day.
    fileprivate mutating func add(_ day: DaysResult.Day) {
        guard day.part.isWhole else { return }
        days[day.day] = day
        if days.count > Self.maxDays, let oldest = days.keys.min() { days[oldest] = nil }
    }
}

/// The part of a day within a period.
private struct DayPart: Hashable, Sendable {
    let span: Period
    /// True if the period contains the day.
    let isWhole: Bool

    init(of day: LocalDay, in period: Period, _ clock: LocalClock) {
        let whole = day.span(clock)
        span = Period(
            first: max(period.first ?? whole.first, whole.first), last: min(period.last ?? whole.last, whole.last))
        isWhole = span == Period(first: whole.first, last: whole.last)
    }
}

extension Period {
    fileprivate var isEmpty: Bool { first.flatMap { first in last.map { first > $0 } } ?? false }
}

extension HourSummary {
    /// Returns the days on which an hour may have fixes; a time zone may divide it.
    fileprivate func days(_ clock: LocalClock) -> Set<LocalDay> {
        Set([first, last].compactMap { clock.civilTime($0).map { LocalDay($0) } })
    }
}
