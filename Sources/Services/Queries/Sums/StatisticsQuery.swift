public import History
import Location
import Tracks

/// Works out what a time comes to.
public struct StatisticsQuery {
    private let history: any HistoryStore

    /// Asks a history.
    public init(_ history: any HistoryStore) {
        self.history = history
    }

    /// What a time comes to, for one receiver or for each.
    ///
    /// - Returns: the answer, and what could not be read.
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
