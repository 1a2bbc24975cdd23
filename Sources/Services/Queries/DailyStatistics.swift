import Basics
public import History
import HistoryEncoding
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

    /// The sums of the days by calendar month, oldest first; without the times between days.
    public var months: [(first: LocalDay, summary: TrackSummary)] {
        days.reduce(into: []) { months, day in
            let first = day.day.firstOfMonth
            if months.last?.first != first { months.append((first, TrackSummary())) }
            months[months.count - 1].summary.add(day.summary)
        }
    }

    /// One object: the members of ``StatisticsResult``, the figures of each day, and of each month where they are wanted,
    /// and the totals.
    public func json(_ names: PlaceNames = PlaceNames(), byMonth: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.members(of: whole, names)
            if byMonth {
                json.objects("months", months) { json, month in
                    json.string("month", String(month.first.text.dropLast(3)))
                    json.figures(of: month.summary)
                }
            }
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
        var whole = DeviceStatistics()
        let damaged = try forEachPart(period, device: device, beginsDay: period.beginsDay(clock)) { part, lead in
            _ = days.add(part, after: lead)
            whole.add(part, after: lead)
        }
        let found = try days.finish { try path($0, in: period, device: device) }
        return (DailyStatistics(period: period, devices: whole.summaries, days: found), damaged)
    }

    /// Returns the days of a period, oldest first, and the segments that could not be read.
    ///
    /// - Throws: `HistoryError`, or errors of `check`, which is called before each day.
    func days(
        of period: Period, device: String?, clock: LocalClock, check: () throws -> Void
    ) throws -> ([DailyStatistics.Day], [DamagedSegment]) {
        var days = DayCollector(clock)
        let damaged = try forEachPart(period, device: device, beginsDay: period.beginsDay(clock)) { part, lead in
            if days.add(part, after: lead) { try check() }
        }
        return (try days.finish { try path($0, in: period, device: device) }, damaged)
    }
}

extension Period {
    /// Returns true if the first moment is that of a local day.
    fileprivate func beginsDay(_ clock: LocalClock) -> Bool {
        first.map { LocalDay.day(of: $0, clock)?.first == $0 } ?? false
    }

    func intersection(_ other: Period) -> Period {
        Period(
            first: [first, other.first].compactMap { $0 }.max(), last: [last, other.last].compactMap { $0 }.min())
    }
}

/// Divides parts of tracks, sorted by first point, into local days.
private struct DayCollector {
    private let clock: LocalClock
    private var closed: [OpenDay] = []
    private var open: OpenDay?
    /// The last points of the devices.
    private var last: [String: LeadPoint] = [:]

    private struct OpenDay {
        let day: LocalDay
        let span: Period
        let end: Timestamp
        var statistics = DeviceStatistics()

        init?(of moment: Timestamp, _ clock: LocalClock) {
            guard let (day, first, last) = LocalDay.day(of: moment, clock) else { return nil }
            self.day = day
            span = Period(first: first, last: last)
            end = last
        }

        /// False if a part may lie in two days, in a zone without whole quarters of an hour.
        var isOfWholeParts: Bool {
            [span.first, end + .milliseconds(1)].allSatisfy { ($0?.milliseconds ?? 0) % TrackPart.span == 0 }
        }
    }

    init(_ clock: LocalClock) { self.clock = clock }

    /// Adds a part, after the last point of its device before the period; returns true if a day begins with the part.
    mutating func add(_ part: TrackPart, after lead: LeadPoint?) -> Bool {
        let isNew = go(to: part.first.timestamp)
        let earlier = last[part.device] ?? lead
        open?.statistics.add(part, after: earlier)
        let usual = part.usual ?? earlier.map { part.first.timestamp - $0.point.timestamp }
        last[part.device] = LeadPoint(point: part.last, usual: usual)
        return go(to: part.last.timestamp) || isNew
    }

    /// Opens the day of a moment; returns true if it is another one.
    private mutating func go(to moment: Timestamp) -> Bool {
        guard open.map({ moment > $0.end }) ?? true, let day = OpenDay(of: moment, clock) else { return false }
        close()
        open = day
        return true
    }

    private mutating func close() {
        if let open { closed.append(open) }
        open = nil
    }

    /// Returns the days; one whose parts also lie in others is read on its own.
    mutating func finish(read: (Period) throws -> SharedPath?) rethrows -> [DailyStatistics.Day] {
        close()
        return try closed.compactMap { day in
            let path = try day.isOfWholeParts ? day.statistics.path : read(day.span)
            return path.map { DailyStatistics.Day(day: day.day, path: $0) }
        }
    }
}
