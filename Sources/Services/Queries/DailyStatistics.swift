import Basics
public import History
import HistoryEncoding
import JSON
public import Linux
import Location
public import Tracks

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

        fileprivate var path: SharedPath
    }

    /// The period by receiver, without regard to days, and the total of the days.
    public let whole: StatisticsResult
    /// The days with fixes, oldest first.
    public let days: [Day]
    /// The gaps, oldest first.
    public var gaps: [Gap] { whole.total.gaps.sorted { $0.from < $1.from } }

    init(period: Period, devices: [(name: String, summary: TrackSummary)], days: [Day]) {
        self.days = days
        let total = days.reduce(into: TrackSummary()) { $0.add($1.summary) }
        whole = StatisticsResult(
            period: period, devices: devices, total: total, hasOverlaps: days.contains { $0.path.hasOverlaps })
    }

    /// The sums of the days by calendar month, oldest first.
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
        JSONWriter.line { json in
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
        let context = context(of: period, beginsDay: period.beginsDay(clock))
        let damaged = try forEachPart(period, device: device) { part in
            try whole.add(part) { try context.track(of: part.device) }
            _ = try days.add(part) { try context.track(of: part.device) }
        }
        days.close()
        for name in Set(whole.undecided).union(days.undecided) {
            guard let last = period.last else { break }
            try context.forEachPart(of: name, after: last) { next in
                let isUndecided = days.decide(by: next)
                return whole.decide(by: next) || isUndecided
            }
        }
        let found = try finish(days, of: period, device: device, context)
        return (DailyStatistics(period: period, devices: whole.summaries, days: found), damaged)
    }

    /// Returns the days of a period, oldest first, and the segments that could not be read.
    ///
    /// - Throws: `HistoryError`, or errors of `check`, which is called before each day.
    func days(
        of period: Period, device: String?, clock: LocalClock, check: () throws -> Void
    ) throws -> ([DailyStatistics.Day], [DamagedSegment]) {
        var days = DayCollector(clock)
        let context = context(of: period, beginsDay: period.beginsDay(clock))
        let damaged = try forEachPart(period, device: device) { part in
            if try days.add(part, after: { try context.track(of: part.device) }) { try check() }
        }
        days.close()
        for name in days.undecided {
            guard let last = period.last else { break }
            try context.forEachPart(of: name, after: last) { days.decide(by: $0) }
        }
        return (try finish(days, of: period, device: device, context), damaged)
    }

    /// Returns the collected days, each with the time without fixes that leads to it.
    private func finish(
        _ collector: DayCollector, of period: Period, device: String?, _ context: TrackContext
    ) throws -> [DailyStatistics.Day] {
        var end = try context.end(of: device)
        return try collector.days { try path($0, in: period, device: device) }.map { day in
            var day = day
            if let end { day.path.add(since: end) }
            end = day.path.last
            return day
        }
    }
}

extension Period {
    /// Returns true if the first moment is that of a local day.
    func beginsDay(_ clock: LocalClock) -> Bool {
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
    /// The ends of the devices' tracks in the days that are closed.
    private var tracks: [String: TrackStatistics] = [:]
    /// The closed days in which it depends on what follows which of the last points count, by device.
    private var waiting: [String: [Int]] = [:]

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

    /// Adds a part, after the track of its device before the period; returns true if a day begins with the part.
    mutating func add(_ part: TrackPart, after earlier: () throws -> TrackStatistics?) rethrows -> Bool {
        let isNew = go(to: part.first.timestamp)
        decide(by: part)
        let tracks = tracks
        try open?.statistics.add(part) { try tracks[part.device] ?? earlier() }
        return go(to: part.last.timestamp) || isNew
    }

    /// The devices on whose points what follows decides.
    var undecided: [String] { waiting.keys.sorted() }

    /// Decides on the last points of a device by the part that follows; returns true if that is not enough.
    @discardableResult
    mutating func decide(by next: TrackPart) -> Bool {
        guard let indices = waiting[next.device] else { return false }
        let rest = indices.filter { closed[$0].statistics.decide(by: next) }
        waiting[next.device] = rest.isEmpty ? nil : rest
        return !rest.isEmpty
    }

    /// Opens the day of a moment; returns true if it is another one.
    private mutating func go(to moment: Timestamp) -> Bool {
        guard open.map({ moment > $0.end }) ?? true, let day = OpenDay(of: moment, clock) else { return false }
        close()
        open = day
        return true
    }

    /// Ends the last day.
    mutating func close() {
        guard let open else { return }
        for device in open.statistics.undecided { waiting[device, default: []].append(closed.count) }
        tracks.merge(open.statistics.tracks) { $1 }
        closed.append(open)
        self.open = nil
    }

    /// Returns the closed days; one whose parts also lie in others is read on its own.
    func days(read: (Period) throws -> SharedPath?) rethrows -> [DailyStatistics.Day] {
        try closed.compactMap { day in
            let path = try day.isOfWholeParts ? day.statistics.path : read(day.span)
            return path.map { DailyStatistics.Day(day: day.day, path: $0) }
        }
    }
}
