public import Basics
public import PostgreSQL

/// Finds the devices that have not reported for their own `stale-after`, and those that report again.
public enum SilenceMonitor {
    /// How far a collector's clock may be ahead of another one.
    private static let maxAhead: Duration = .seconds(300)

    /// Marks them, and stores a `silent` or `back` event for each; of several collectors one does.
    ///
    /// A report of the future, by a clock that was wrong, counts as one of this moment.
    ///
    /// `since` of a `silent` event is the last report.
    ///
    /// - Returns: The number of events.
    /// - Throws: ``PostgresError``.
    public static func update(_ connection: PostgresConnection, at now: Timestamp) throws(PostgresError) -> Int {
        try connection.query(
            "UPDATE whereismy.last SET received = $1, version = pg_current_xact_id() WHERE received > $1::bigint + $2",
            [.integer(now.milliseconds), .integer(maxAhead.milliseconds)])
        return try connection.query(
            """
            WITH due AS MATERIALIZED (
                SELECT l.device, NOT l.is_silent AS silent, l.received FROM whereismy.last l
                JOIN whereismy.device d ON d.id = l.device
                WHERE l.received IS NOT NULL AND NOT d.is_disabled AND l.is_silent <> ($1::bigint - l.received
                    > coalesce(d.stale_after, l.stale_after, \(DeviceState.defaultStaleAfter.milliseconds)))
                ORDER BY l.device FOR NO KEY UPDATE OF l),
            marked AS (
                UPDATE whereismy.last l SET is_silent = due.silent, version = pg_current_xact_id()
                FROM due WHERE l.device = due.device)
            INSERT INTO whereismy.event(device, kind, time, since, received)
            SELECT device, CASE WHEN silent THEN 'silent' ELSE 'back' END, $1, least(received, $1), $1 FROM due
            ON CONFLICT DO NOTHING
            """, [.integer(now.milliseconds)]
        ).affectedCount
    }
}
