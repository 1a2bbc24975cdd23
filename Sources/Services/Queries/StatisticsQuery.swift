import Basics
public import History
import HistoryEncoding
import JSON
public import Linux
import Location
public import Tracks

/// Queries a history for statistics.
public struct StatisticsQuery {
    private let history: any HistoryReader

    /// Creates a query.
    public init(_ history: any HistoryReader) {
        self.history = history
    }

    /// Returns the statistics of a period, for one device or for each, and in total.
    ///
    /// - Returns: the statistics, and the segments that could not be read.
    /// - Throws: `HistoryError`.
    public func run(
        _ period: Period, device: String?, clock: LocalClock
    ) throws -> (StatisticsResult, [DamagedSegment]) {
        let (statistics, damaged) = try runDaily(period, device: device, clock: clock)
        return (statistics.whole, damaged)
    }

    /// Returns the gaps across the ends of a result's period that are not in it, by device: one that leads to the first point
    /// of a day is.
    ///
    /// - Throws: `HistoryError`.
    public func gapsAtEnds(of result: StatisticsResult, clock: LocalClock) throws -> [String: [Gap]] {
        let start = result.period.beginsDay(clock) ? nil : result.period.first.map { $0 + .milliseconds(-1) }
        let ends = [start, result.period.last].compactMap { $0 }
        return try result.devices.reduce(into: [:]) { gaps, device in
            gaps[device.name] = try ends.compactMap { try gap(after: $0, device.name) }
        }
    }

    /// Returns the gap from a moment or before to after it.
    private func gap(after moment: Timestamp, _ device: String) throws -> Gap? {
        let before = try history.neighbours(of: moment, device: device).before
        let after = try history.neighbours(of: moment + .milliseconds(1), device: device).after
        guard let before, let after else { return nil }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: device).before
        let later = try history.neighbours(of: after.timestamp + .milliseconds(1), device: device).after
        return Gap(
            between: before, and: after, usual: earlier.map { before.timestamp - $0.timestamp },
            next: later.map { $0.timestamp - after.timestamp })
    }

    /// Iterates over the parts of the tracks of a period by first point.
    func forEachPart(
        _ period: Period, device: String?, _ body: (TrackPart) throws -> Void
    ) throws -> [DamagedSegment] {
        try history.forEachTrackPart(PointQuery(from: period.first, to: period.last, device: device), body)
    }

    /// Returns what lies before and after a period; no step leads to one that does not begin with a day.
    func context(of period: Period, beginsDay: Bool) -> TrackContext {
        TrackContext(history, before: beginsDay ? period.first : nil)
    }

    /// Returns the path of the part of a day that is in a period; nil without points that can be read.
    func path(_ day: Period, in period: Period, device: String?) throws -> SharedPath? {
        let period = day.intersection(period)
        let context = context(of: period, beginsDay: period.first == day.first)
        var statistics = DeviceStatistics()
        _ = try forEachPart(period, device: device) { part in
            try statistics.add(part) { try context.track(of: part.device) }
        }
        for device in statistics.undecided {
            guard let last = period.last else { break }
            try context.forEachPart(of: device, after: last) { statistics.decide(by: $0) }
        }
        return statistics.path
    }
}

/// The statistics of a period by device and in total, as JSON.
public struct StatisticsResult: Sendable {
    /// The period.
    public let period: Period
    /// The statistics, by device name; without regard to days.
    public let devices: [(name: String, summary: TrackSummary)]
    /// The sums of ``DailyStatistics``: each local day on its own, and of devices that overlap in time only one.
    public let total: TrackSummary
    /// True if ``total`` lacks a track because it overlaps another one.
    public let hasOverlaps: Bool

    /// One object, in metres, seconds, and metres per second, with the names of places.
    public func json(_ names: PlaceNames = PlaceNames()) -> [UInt8] {
        JSONWriter.line { json in
            json.members(of: self, names)
            json.total(of: self)
        }
    }
}

extension JSONWriter {
    mutating func members(of result: StatisticsResult, _ names: PlaceNames) {
        time("from", result.period.first)
        time("to", result.period.last)
        objects("devices", result.devices) { json, device in
            json.string("device", device.name)
            json.members(of: device.summary, names)
        }
    }

    mutating func total(of result: StatisticsResult) {
        object("total") { $0.figures(of: result.total) }
    }
}
