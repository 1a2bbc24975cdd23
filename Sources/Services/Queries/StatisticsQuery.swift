import Basics
public import History
import HistoryEncoding
import JSON
public import Linux
import Location
public import Tracks
import Wire

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

    /// Returns the gaps that begin before a result's period or end after it, by device.
    ///
    /// - Throws: `HistoryError`.
    public func gapsAtEnds(of result: StatisticsResult) throws -> [String: [Gap]] {
        let ends = [result.period.first.map { $0 + .milliseconds(-1) }, result.period.last].compactMap { $0 }
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
        return Gap(between: before, and: after, usual: earlier.map { before.timestamp - $0.timestamp })
    }

    /// Iterates over the parts of the tracks of a period by first point.
    func forEachPart(
        _ period: Period, device: String?, _ body: (TrackPart) throws -> Void
    ) throws -> [DamagedSegment] {
        try history.forEachTrackPart(PointQuery(from: period.first, to: period.last, device: device), body)
    }

    /// Iterates over the parts of the tracks of a period by first point, each with the last point of its device before
    /// the period if that begins with a day; nil without one.
    func forEachPart(
        _ period: Period, device: String?, beginsDay: Bool, _ body: (TrackPart, LeadPoint?) throws -> Void
    ) throws -> [DamagedSegment] {
        var leads: [String: LeadPoint?] = [:]
        return try forEachPart(period, device: device) { part in
            if beginsDay, leads[part.device] == nil {
                leads[part.device] = .some(try LeadPoint(before: part.first, in: history))
            }
            try body(part, leads[part.device] ?? nil)
        }
    }

    /// Returns the path of the part of a day that is in a period; nil without points that can be read.
    func path(_ day: Period, in period: Period, device: String?) throws -> SharedPath? {
        let part = day.intersection(period)
        var statistics = DeviceStatistics()
        _ = try forEachPart(part, device: device, beginsDay: part.first == day.first) { statistics.add($0, after: $1) }
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
        var writer = JSONWriter()
        writer.object { json in
            json.members(of: self, names)
            json.total(of: self)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
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
