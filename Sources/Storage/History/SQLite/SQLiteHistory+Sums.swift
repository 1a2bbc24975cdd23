import HistoryEncoding
import Location
import SQLite

extension SQLiteHistory {
    /// Gives what has a part in a span, in figures.
    ///
    /// - Throws: ``HistoryError``, or what the body throws.
    public func forEachHourSummary(_ query: PointQuery, _ body: (HourSummary) throws -> Void) throws {
        try read {
            guard let device = try deviceNumber(of: query) else { return }
            let heads = try segments.headers(query.span, device: device, within: query.within)
            let beginnings = try connection.prepare(
                "SELECT substr(blob, 1, \(SegmentSummary.maxByteCount)) FROM segment WHERE id = ?")
            while let head = try heads.next() {
                let name = try devices.name(head.device)
                let summary = try? Self.summary(of: head, beginnings)
                try body(summary.map { HourSummary($0, device: name) } ?? HourSummary(head, device: name))
            }
            let rows = try RecentCursor(recent.rows(query.span, device: device), devices).all()
            for group in HourGroups(rows.filter(query.contains)).groups {
                for sum in try HourSummary.summaries(of: group.points) { try body(sum) }
            }
        }
    }

    private static func summary(of head: SegmentHeader, _ statement: Statement) throws -> SegmentSummary {
        try statement.bind(head.id, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { throw SegmentError.damaged }
        return try SegmentSummary(beginning: statement.blob(at: 0) ?? [])
    }
}
