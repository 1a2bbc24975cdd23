import Basics
import History
import PostgreSQL

/// The last column of the rows of segments to read; all begin with the hour, the part, the first and the last time and the count.
enum SegmentColumns: String {
    case blob
    case outline

    /// The rows that are in memory at once.
    var pageSize: Int {
        switch self {
        case .blob: 24
        case .outline: 500
        }
    }

    /// The query for a page: the parts after another one, up to a last hour, in order of time.
    ///
    /// With an area, also parts in other places are returned if recent rows may have the same times, since those rows
    /// do not count then.
    func sql(isWithinArea: Bool) -> String {
        let area = """
            AND (west > east OR south <= $8 AND north >= $7
                    AND (west <= $10 AND east >= $9 OR west <= $12 AND east >= $11)
                OR last >= (SELECT min(time) FROM whereismy.recent WHERE device = $1))
            """
        return """
            SELECT hour, part, first, last, count, \(rawValue) FROM whereismy.segment
            WHERE device = $1 AND (hour, part) > ($2, $3) AND hour <= $4 AND last >= $5 AND first <= $6
            \(isWithinArea ? area : "") ORDER BY hour, part LIMIT \(pageSize)
            """
    }
}

extension DeviceHistory {
    /// Iterates over the segments that overlap a span, and an area if there is one, by time; in a transaction.
    func forEachSegment(
        _ query: PointQuery, with columns: SegmentColumns, _ body: (PostgresRow) throws -> Void
    ) throws {
        let span = query.span
        guard span.first <= span.last else { return }
        let sql = columns.sql(isWithinArea: query.within != nil)
        let limits = [Hour(containing: span.last).index, span.first.milliseconds, span.last.milliseconds]
        let rest = (limits + (query.within?.steps ?? [])).map(PostgresValue.integer)
        var place = (hour: Hour(containing: span.first).index, part: Int64(-1))
        while true {
            let rows = try connection.query(sql, [.integer(device), .integer(place.hour), .integer(place.part)] + rest)
            for row in rows { try body(row) }
            guard rows.count == columns.pageSize, let last = rows.last else { return }
            place = (last.integer(at: 0) ?? .max, last.integer(at: 1) ?? .max)
        }
    }
}

extension Area {
    private static let perDegree = 1e7

    /// The southern and northern edge, and those of one or two ranges of longitudes, in steps rounded outwards.
    fileprivate var steps: [Int64] {
        let east = [spans.first, spans.last].compactMap { $0 }.flatMap { [$0.lowerBound, $0.upperBound] }
        return ([south, north] + east).enumerated().map { index, edge in
            Int64((edge * Self.perDegree).rounded(index.isMultiple(of: 2) ? .down : .up))
        }
    }
}
