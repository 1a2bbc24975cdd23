import Basics
public import History
import HistoryEncoding
import Location

/// Queries a history for the course of speed, altitude, accuracy and position, for charts.
///
/// A few days come from every fix, longer periods from the summaries of quarters of an hour, so that a year takes no
/// longer than a day.
public struct SeriesQuery {
    /// The numbers of rows that can be requested.
    public static let range = 10...5000
    private static let maxSpanOfFixes: Duration = .seconds(3 * 86_400)

    private let history: any HistoryReader

    /// Creates a query.
    public init(_ history: any HistoryReader) {
        self.history = history
    }

    /// Returns the series of a period.
    ///
    /// - Parameters:
    ///   - period: the period.
    ///   - rows: the number of steps, of which those without fixes have no row; see ``range``.
    ///   - device: the device; nil for all, of which only one counts at a time.
    ///   - check: called after each step; may throw to end the query.
    /// - Returns: the series, and the segments that could not be read.
    /// - Throws: `HistoryError`, or errors of `check`.
    public func run(
        _ period: Period, rows: Int, device: String?, check: () throws -> Void = {}
    ) throws -> (SeriesResult, [DamagedSegment]) {
        let query = PointQuery(from: period.first, to: period.last, device: device)
        guard let extent = try extent(of: query) else {
            return (SeriesResult(period: period, step: .seconds(1), source: .fixes, rows: []), [])
        }
        let steps = SeriesSteps(extent, rows: rows, isOfFixes: extent.last - extent.first <= Self.maxSpanOfFixes)
        var builder = SeriesBuilder(start: steps.start, step: steps.length)
        func add(_ piece: SeriesPiece) throws {
            if builder.add(piece) { try check() }
        }
        let fixes = try CountedFixes(query, in: history)
        let damaged =
            steps.source == .fixes
            ? try fixes.forEach { try add(SeriesPiece($0)) }
            : try fixes.forEachPart { try add(SeriesPiece($0)) }
        builder.finish()
        let whole = Period(first: period.first ?? extent.first, last: period.last ?? extent.last)
        return (SeriesResult(period: whole, step: steps.length, source: steps.source, rows: builder.rows), damaged)
    }

    /// Returns the times of the first and of the last matching point; nil without one.
    private func extent(of query: PointQuery) throws -> TimeSpan? {
        let span = query.span
        guard let first = try history.neighbours(of: span.first, device: query.device).after?.timestamp,
            let last = try history.neighbours(of: span.last, device: query.device).before?.timestamp, first <= last,
            span.contains(first)
        else { return nil }
        return TimeSpan(first: first, last: last)
    }
}

/// The steps of a series: whole seconds from the first fix, or whole quarters of an hour of UTC.
private struct SeriesSteps {
    let start: Timestamp
    let length: Duration
    let source: SeriesResult.Source

    init(_ extent: TimeSpan, rows: Int, isOfFixes: Bool) {
        let unit: Int64 = isOfFixes ? 1000 : TrackPart.span
        let start = extent.first.milliseconds / unit * unit
        let span = extent.last.milliseconds - start + 1
        let shortest = span / Int64(max(rows, 1)) + 1
        self.start = Timestamp(milliseconds: start)
        length = .milliseconds((shortest + unit - 1) / unit * unit)
        source = isOfFixes ? .fixes : .summaries
    }
}
