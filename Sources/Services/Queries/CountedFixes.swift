public import History
import HistoryEncoding
public import Location
import Tracks

/// The fixes of a history without those to which no vehicle can have gone, as in the statistics, and without altitudes
/// that none can have reached.
public struct CountedFixes {
    private let history: any HistoryReader
    private let query: PointQuery
    private let outliers: Outliers

    /// Finds the outliers among the fixes of a query.
    ///
    /// - Throws: `HistoryError`.
    public init(_ query: PointQuery, in history: any HistoryReader) throws {
        var outliers = Outliers()
        _ = try history.forEachTrackPart(query) { outliers.add($0) }
        outliers.finish()
        (self.history, self.query, self.outliers) = (history, query, outliers)
    }

    /// Iterates over the fixes by time; returns the segments that could not be read.
    ///
    /// - Throws: `HistoryError`, or errors of the body.
    public func forEach(_ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        var altitudes = PlausibleAltitudes()
        return try history.forEachPoint(query) { if isCounted($0) { try body(altitudes.filtered($0)) } }
    }

    /// Iterates over the summaries of the fixes by first point.
    func forEachPart(_ body: (TrackPart) throws -> Void) throws -> [DamagedSegment] {
        try history.forEachTrackPart(query) { if isCounted($0.first) { try body($0) } }
    }

    private func isCounted(_ point: TrackPoint) -> Bool { outliers.count == 0 || !outliers.contains(point) }
}
