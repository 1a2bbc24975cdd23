import Basics
import HistoryEncoding
import SQLite

/// The simplified lines, stored apart from the segments, so that those of a year are read without loading any.
struct OutlineTable {
    let connection: Connection

    /// Iterates over the lines that intersect a span and an area, by start; a row holds an error if it cannot be
    /// decoded.
    func forEach(
        _ span: TimeSpan, device: Int64?, within area: Area?,
        _ body: (Row) throws -> Void
    ) throws {
        let box = area.map {
            " AND (start, device) IN (SELECT start, device FROM segment WHERE id IN (\(SegmentTable.boxQuery($0))))"
        }
        let statement = try connection.prepare(
            """
            SELECT start, device, stop, blob FROM outline WHERE start BETWEEN ?1 AND ?2 AND stop >= ?3
            \(device == nil ? "" : "AND device = ?4")\(box ?? "") ORDER BY start, device
            """, Hour(containing: span.first).start.milliseconds, span.last.milliseconds, span.first.milliseconds)
        if let device { try statement.bind(device, at: 4) }
        while try statement.step() {
            let bytes = statement.blob(at: 3) ?? []
            let line = Row(
                device: statement.integer(at: 1) ?? 0, start: Timestamp(clamping: statement.integer(at: 0) ?? 0),
                stop: Timestamp(clamping: statement.integer(at: 2) ?? 0),
                outline: Result { () throws(SegmentError) in try Outline(bytes) })
            try body(line)
        }
    }
}

extension OutlineTable {
    /// A row of the table.
    struct Row {
        /// The number of the device.
        let device: Int64
        let start: Timestamp
        let stop: Timestamp
        let outline: Result<Outline, SegmentError>
    }
}
