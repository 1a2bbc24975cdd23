public import Basics
import History
public import PostgreSQL

/// Deletes what is older than the retention of its device, and what is left of removed devices.
///
/// Whole hours are deleted, so that no segment is rewritten: a fix stays for its days and up to an hour longer.
public struct RetentionJob {
    /// The segments that one transaction deletes.
    private static let batchSize = 500
    private static let segments = """
        DELETE FROM whereismy.segment WHERE device = $1 AND (hour, part) IN (
            SELECT hour, part FROM whereismy.segment WHERE device = $1 AND hour < $2 ORDER BY hour, part LIMIT \(batchSize))
        """
    /// The other rows of a device before a moment; its last position goes too.
    private static let rest = [
        "DELETE FROM whereismy.recent WHERE device = $1 AND time < $2",
        "DELETE FROM whereismy.event WHERE device = $1 AND time < $2",
        """
        UPDATE whereismy.last SET \(FleetDevice.noPoint), version = pg_current_xact_id()
        WHERE device = $1 AND time < $2
        """,
        """
        UPDATE whereismy.last SET \(FleetDevice.noClaim), version = pg_current_xact_id()
        WHERE device = $1 AND claim_time < $2
        """,
    ]

    private let connection: PostgresConnection

    /// Creates a job of the collector's role.
    public init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Deletes what is too old at a moment; returns the number of deleted segments.
    ///
    /// Before an error, some may be deleted.
    public func run(at moment: Timestamp) throws(PostgresError) -> Int {
        for table in ["segment", "recent"] { try connection.query(Self.leftovers(in: table)) }
        var deleted = 0
        let sql = "SELECT id, retention_days FROM whereismy.device WHERE retention_days IS NOT NULL"
        for row in try connection.query(sql) {
            guard let device = row.integer(at: 0), let days = row.integer(at: 1) else { continue }
            let end = Hour(containing: Timestamp(milliseconds: moment.milliseconds - days * 86_400_000))
            deleted += try run(device, before: end)
        }
        return deleted
    }

    /// Deletes the rows of removed devices, as after a restore of a part: the tables have no foreign key.
    ///
    /// The devices of a table are found by one step in its index for each.
    private static func leftovers(in table: String) -> String {
        """
        WITH RECURSIVE stored(device) AS (
            SELECT min(device) FROM whereismy.\(table)
            UNION ALL
            SELECT (SELECT min(t.device) FROM whereismy.\(table) t WHERE t.device > stored.device) FROM stored
            WHERE stored.device IS NOT NULL)
        DELETE FROM whereismy.\(table) WHERE device = ANY(ARRAY(
            SELECT device FROM stored WHERE device IS NOT NULL AND device NOT IN (SELECT id FROM whereismy.device)))
        """
    }

    private func run(_ device: Int64, before hour: Hour) throws(PostgresError) -> Int {
        var deleted = 0
        while true {
            let count = try connection.query(Self.segments, [.integer(device), .integer(hour.index)]).affectedCount
            deleted += count
            guard count == Self.batchSize else { break }
        }
        for sql in Self.rest { try connection.query(sql, [.integer(device), .integer(hour.start.milliseconds)]) }
        return deleted
    }
}
