import Basics
import HistoryEncoding
import SQLite

/// The table of the summaries of sealed hours: the parts of a device's track, from all segments of the hour.
///
/// A change of the segments removes the row. An empty one says that the hour is to be decoded: a segment of it is
/// damaged, or it has so few points that a summary would not be shorter.
struct TrackPartTable: LaterTable {
    /// The schema version that introduced the table.
    static let firstVersion: Int64 = 4
    private static let version = Int64(TrackPartCoding.version)

    let connection: Connection

    /// Inserts the summary of an hour, or replaces it.
    func insert(_ bytes: [UInt8], of hour: DeviceHour) throws(SQLiteError) {
        try connection.run(
            "INSERT OR REPLACE INTO track_part(start, device, version, blob) VALUES(?, ?, \(Self.version), ?)",
            hour.hour.start.milliseconds, hour.device, bytes)
    }

    /// Deletes the summary of an hour.
    func delete(_ hour: DeviceHour) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM track_part WHERE start = ? AND device = ?", hour.hour.start.milliseconds, hour.device)
    }

    /// Returns the statement that ``parts(of:device:_:)`` takes.
    func statement() throws(SQLiteError) -> Statement {
        try connection.prepare(
            "SELECT blob FROM track_part WHERE start = ? AND device = ? AND version = \(Self.version)")
    }

    /// Returns the parts of an hour; nil if they are not stored, or damaged.
    func parts(of hour: DeviceHour, device: String, _ statement: Statement) throws(SQLiteError) -> [TrackPart]? {
        do throws(SQLiteError) {
            guard let bytes = try bytes(of: hour, statement), !bytes.isEmpty else { return nil }
            return try? TrackPartCoding.decode(bytes, device: device)
        } catch {
            guard error.isCorrupt else { throw error }
            return nil
        }
    }

    /// Returns the summary of an hour; nil if there is none, empty if the hour is to be decoded.
    func bytes(of hour: DeviceHour, _ statement: Statement) throws(SQLiteError) -> [UInt8]? {
        try statement.bind(hour.hour.start.milliseconds, hour.device)
        defer { statement.reset() }
        return try statement.step() ? statement.blob(at: 0) ?? [] : nil
    }

    /// Returns the hours of the latest segments in a span without a summary, up to a number of segments.
    func missing(in span: TimeSpan = .all, upTo limit: Int) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            """
            SELECT start / 3600000, device FROM segment AS s WHERE start BETWEEN ?1 AND ?2 AND NOT EXISTS (
                SELECT 1 FROM track_part AS p WHERE p.start = s.start / 3600000 * 3600000 AND p.device = s.device
                AND p.version = \(Self.version)) ORDER BY start DESC, device LIMIT ?3
            """, span.first.milliseconds, span.last.milliseconds, Int64(limit))
        return try SegmentTable.hours(query)
    }

    /// Returns the hours with a summary but without a segment.
    func orphans() throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            """
            SELECT start / 3600000, device FROM track_part AS p WHERE NOT EXISTS (
                SELECT 1 FROM segment AS s WHERE s.start BETWEEN p.start AND p.start + 3599999
                AND s.device = p.device)
            """)
        return try SegmentTable.hours(query)
    }
}
