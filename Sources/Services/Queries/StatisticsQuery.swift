import Basics
public import History
import JSON
import Location
public import Tracks
import Wire

/// Queries a history for statistics.
public struct StatisticsQuery {
    private let history: any HistoryStore

    /// Creates a query.
    public init(_ history: any HistoryStore) {
        self.history = history
    }

    /// Returns the statistics of a period, for one device or for each.
    ///
    /// - Returns: the statistics, and the segments that could not be read.
    /// - Throws: `HistoryError`.
    public func run(_ period: Period, device: String?) throws -> (StatisticsResult, [DamagedSegment]) {
        var statistics: [String: TrackStatistics] = [:]
        let query = PointQuery(from: period.first, to: period.last, device: device)
        let damaged = try history.forEachPoint(query) { point in
            statistics[point.fix.device, default: TrackStatistics()].add(point)
        }
        let summaries = statistics.map { (name: $0.key, summary: $0.value.finish()) }
        return (StatisticsResult(period: period, devices: summaries.sorted { $0.name < $1.name }), damaged)
    }
}

/// The statistics of a period by device, as JSON.
public struct StatisticsResult: Sendable {
    /// The period.
    public let period: Period
    /// The statistics, by device name.
    public let devices: [(name: String, summary: TrackSummary)]

    /// Creates a result.
    public init(period: Period, devices: [(name: String, summary: TrackSummary)]) {
        self.period = period
        self.devices = devices
    }

    /// One object, in metres, seconds, and metres per second.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.time("from", period.first)
            json.time("to", period.last)
            json.objects("devices", devices) { json, device in
                json.string("device", device.name)
                json.members(of: device.summary)
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    fileprivate mutating func members(of summary: TrackSummary) {
        integer("points", summary.points)
        number("distance", summary.distance, decimals: 1)
        number("moving", summary.moving.inSeconds, decimals: 3)
        number("standing", summary.standing.inSeconds, decimals: 3)
        number("unknown", summary.unknown.inSeconds, decimals: 3)
        number("topSpeed", summary.topSpeed, decimals: 3)
        number("meanSpeed", summary.meanSpeed, decimals: 3)
        number("ascent", summary.ascent, decimals: 1)
        number("descent", summary.descent, decimals: 1)
        objects("stays", summary.stays) { json, stay in
            json.time("from", stay.from)
            json.time("to", stay.to)
            json.place(stay.coordinate)
            json.number("seen", stay.seen.inSeconds, decimals: 3)
        }
        objects("trips", summary.trips) { json, trip in
            json.time("from", trip.from)
            json.time("to", trip.to)
            json.object("start") { $0.place(trip.start) }
            json.object("end") { $0.place(trip.end) }
            json.number("distance", trip.distance, decimals: 1)
        }
    }

    private mutating func place(_ coordinate: Coordinate) {
        number("latitude", coordinate.latitude, decimals: 7)
        number("longitude", coordinate.longitude, decimals: 7)
    }
}
