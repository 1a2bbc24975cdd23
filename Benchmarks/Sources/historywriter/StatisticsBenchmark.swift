import Basics
import History
import Linux
import Location
import Queries

/// The size of the summaries of a history, and the time of what is answered from them and of queries of a part of it.
struct StatisticsBenchmark {
    private static let rounds = 3
    private static let year: Duration = .seconds(365 * 86_400)

    let path: String

    func run() throws {
        let history = try SQLiteHistory(path: path, access: .readOnly)
        guard let last = try history.neighbours(of: Timestamp(milliseconds: .max), device: nil).before?.timestamp else {
            return
        }
        let year = Period(first: last + (.zero - Self.year), last: last)
        // A history that another version wrote has no summaries at first.
        try report("first_days_ms") { _ = try DaysResult(history, year, clock: .system).json }
        try summarise()
        let middle = last + (.zero - Self.year / 2)
        let day = Period(first: middle, last: middle + .seconds(86_400))
        try report("stats_ms") { _ = try StatisticsQuery(history).run(year, device: nil, clock: .system).0.json() }
        try report("days_ms") {
            _ = try DaysResult(history, year, clock: .system).json
        }
        try report("series_year_ms") { _ = try SeriesQuery(history).run(year, rows: 1000, device: nil).0.json }
        try report("series_day_ms") { _ = try SeriesQuery(history).run(day, rows: 1000, device: nil).0.json }
        try report("at_ms") { _ = try PositionQuery(history: history, moment: middle).run(device: nil) }
        try report("day_ms") { _ = try history.forEachPoint(PointQuery(from: day.first, to: day.last)) { _ in } }
        try report("line_ms") { _ = try history.forEachOutline(PointQuery(from: year.first, to: last)) { _ in } }
    }

    /// Adds the summaries that are missing, as the daemon does in the background.
    private func summarise() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        let before = try history.info()
        var longest = Duration.zero
        let time = try ContinuousClock().measure {
            var isDone = false
            while !isDone {
                longest = max(longest, try ContinuousClock().measure { isDone = try history.summarise(upTo: 4) })
            }
        }
        let bytes = try history.info().bytes - before.bytes
        print("summarise_s \(time.inSeconds)")
        print("summarise_four_hours_ms \(longest.inSeconds * 1000)")
        print("summary_bytes_per_hour \(Double(bytes) / Double(max(before.segments, 1)))")
        print("history_bytes \(before.bytes)")
    }

    /// Prints the shortest time of some rounds.
    private func report(_ name: String, _ body: () throws -> Void) throws {
        let times = try (0..<Self.rounds).map { _ in try ContinuousClock().measure(body) }
        print("\(name) \((times.min() ?? .zero).inSeconds * 1000)")
    }
}
