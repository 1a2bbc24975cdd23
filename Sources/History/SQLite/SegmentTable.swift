import HistoryEncoding
import Location
import SQLite

/// The sealed hours: a blob for each, with its line and its box beside it in tables of their own.
struct SegmentTable {
    static let columns = "id, device, start, stop, count, moving, standing"

    let connection: Connection

    /// The heads of the segments that have points in a span, by start.
    func heads(_ span: TimeSpan, device: Int64? = nil, within area: Area? = nil) throws(SQLiteError) -> Heads {
        let box = area.map { " AND id IN (\(Self.boxQuery($0)))" } ?? ""
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start BETWEEN ?1 AND ?2 AND stop >= ?3
            \(device == nil ? "" : "AND device = ?4")\(box) ORDER BY start, device
            """)
        // None is longer than its hour.
        try statement.bind(Hour(containing: span.first).start.milliseconds, at: 1)
        try statement.bind(span.last.milliseconds, at: 2)
        try statement.bind(span.first.milliseconds, at: 3)
        if let device { try statement.bind(device, at: 4) }
        return Heads(statement: statement)
    }

    /// The heads that start at a moment or before, the latest first.
    func heads(startingUpTo moment: Timestamp, device: Int64?) throws(SQLiteError) -> Heads {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start <= ?1 \(device == nil ? "" : "AND device = ?2")
            ORDER BY start DESC
            """)
        try statement.bind(moment.milliseconds, at: 1)
        if let device { try statement.bind(device, at: 2) }
        return Heads(statement: statement)
    }

    /// The heads that end before a moment and are not thinned by a rule yet, some of them, by start.
    func heads(before moment: Timestamp, notThinnedBy rule: ThinningRule, limit: Int) throws(SQLiteError) -> Heads {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start < ?1 AND stop < ?1 AND (moving < ?2 OR standing < ?3)
            ORDER BY start LIMIT ?4
            """)
        let numbers = [
            moment.milliseconds, rule.moving.milliseconds, rule.standing.milliseconds, Int64(limit),
        ]
        for (index, number) in numbers.enumerated() { try statement.bind(number, at: index + 1) }
        return Heads(statement: statement)
    }

    /// The segments of an hour of a device.
    func heads(of hour: DeviceHour) throws(SQLiteError) -> [SegmentHead] {
        try heads(hour.hour.span, device: hour.device).all()
    }

    /// The bytes of a segment.
    func blob(of head: SegmentHead) throws(SQLiteError) -> [UInt8] {
        let query = try connection.prepare("SELECT blob FROM segment WHERE id = ?")
        try query.bind(head.id, at: 1)
        return try query.step() ? query.blob(at: 0) ?? [] : []
    }

    /// The query for the segments whose box overlaps an area.
    static func boxQuery(_ area: Area) -> String {
        area.spans.map {
            """
            SELECT id FROM area WHERE south <= \(area.north) AND north >= \(area.south)
            AND west <= \($0.upperBound) AND east >= \($0.lowerBound)
            """
        }.joined(separator: " UNION ")
    }
}

extension SegmentTable {
    /// Heads on their way out.
    struct Heads {
        fileprivate let statement: Statement

        /// The next one; nil at the end.
        func next() throws(SQLiteError) -> SegmentHead? {
            guard try statement.step() else { return nil }
            return SegmentHead(
                id: statement.integer(at: 0) ?? 0, device: statement.integer(at: 1) ?? 0,
                start: Timestamp(clamping: statement.integer(at: 2) ?? 0),
                stop: Timestamp(clamping: statement.integer(at: 3) ?? 0),
                count: Int(clamping: statement.integer(at: 4) ?? 0),
                mark: ThinningMark(moving: statement.integer(at: 5) ?? 0, standing: statement.integer(at: 6) ?? 0))
        }

        /// All that are left, or the first of them that are as wanted.
        func all(
            upTo limit: Int = .max, where isWanted: (SegmentHead) -> Bool = { _ in true }
        ) throws(SQLiteError) -> [SegmentHead] {
            var heads: [SegmentHead] = []
            while heads.count < limit, let head = try next() {
                if isWanted(head) { heads.append(head) }
            }
            return heads
        }
    }
}
