import Basics
import HistoryEncoding
import Location
import SQLite

/// The sealed hours: a blob for each, with its line and its box beside it in tables of their own.
struct SegmentTable {
    static let columns = "id, device, start"

    let connection: Connection

    /// The heads of the segments that have points in a span, by start.
    func headers(_ span: TimeSpan, device: Int64? = nil, within area: Area? = nil) throws(SQLiteError) -> SegmentHeaders {
        let box = area.map { " AND id IN (\(Self.boxQuery($0)))" } ?? ""
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start BETWEEN ?1 AND ?2
            \(device == nil ? "" : "AND device = ?3")\(box) ORDER BY start, device
            """)
        // None is longer than its hour.
        try statement.bind(Hour(containing: span.first).start.milliseconds, at: 1)
        try statement.bind(span.last.milliseconds, at: 2)
        if let device { try statement.bind(device, at: 3) }
        return try SegmentHeaders(statement, on: connection, endingFrom: span.first)
    }

    /// The heads that start at a moment or before, the latest first.
    func headers(startingUpTo moment: Timestamp, device: Int64?) throws(SQLiteError) -> SegmentHeaders {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start <= ?1 \(device == nil ? "" : "AND device = ?2")
            ORDER BY start DESC
            """)
        try statement.bind(moment.milliseconds, at: 1)
        if let device { try statement.bind(device, at: 2) }
        return try SegmentHeaders(statement, on: connection)
    }

    /// The heads that end before a moment and are not thinned by a rule yet, some of them, by start.
    func headers(
        before moment: Timestamp, notThinnedBy rule: ThinningRule, limit: Int
    ) throws(SQLiteError) -> SegmentHeaders {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start < ?1 AND stop < ?1 AND (moving < ?2 OR standing < ?3)
            ORDER BY start LIMIT ?4
            """)
        let numbers = [
            moment.milliseconds, rule.movingInterval.milliseconds, rule.stationaryInterval.milliseconds, Int64(limit),
        ]
        for (index, number) in numbers.enumerated() { try statement.bind(number, at: index + 1) }
        return try SegmentHeaders(statement, on: connection)
    }

    /// The segments of an hour of a device.
    func headers(of hour: DeviceHour) throws(SQLiteError) -> [SegmentHeader] {
        try headers(hour.hour.span, device: hour.device).all()
    }

    /// The bytes of a segment.
    func blob(of head: SegmentHeader) throws(SQLiteError) -> [UInt8] {
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
