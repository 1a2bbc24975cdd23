public import Basics
public import PostgreSQL

/// Finds the devices that have not reported for their own `stale-after`, and those that report again.
public enum SilenceMonitor {
    /// The time that a collector's clock may be ahead of another one.
    private static let maxAhead: Duration = .seconds(300)
    /// The shortest time that a device has to report again after an outage of the server: the longest pause between two
    /// attempts of a publisher.
    private static let minGrace: Duration = .seconds(300)

    /// The time for which a collector has received from devices without interruption.
    public struct Reception: Hashable, Sendable {
        /// Those that do not use a broker: they have sent a status otherwise.
        public var directly: Duration
        /// Those that do, and those without a status, such as phones, of which it is unknown.
        public var byBroker: Duration

        /// Creates a value.
        public init(directly: Duration, byBroker: Duration) {
            (self.directly, self.byBroker) = (directly, byBroker)
        }
    }

    /// Marks them, and stores a `silent` or `back` event for each, of several collectors in one; returns their number.
    ///
    /// A report of the future, by a clock that was wrong, counts as one of this moment.
    ///
    /// A device is silent only if it could report all the time, or for its `stale-after` since then, at least 5 min:
    /// after an outage of the server the devices need some time to report.
    ///
    /// `since` of a `silent` event is the last report.
    public static func update(
        _ connection: PostgresConnection, at now: Timestamp, reception: Reception
    ) throws(PostgresError) -> Int {
        try connection.query(
            "UPDATE whereismy.last SET received = $1, version = pg_current_xact_id() WHERE received > $1::bigint + $2",
            [.integer(now.milliseconds), .integer(maxAhead.milliseconds)])
        return try connection.query(
            """
            WITH due AS MATERIALIZED (
                SELECT l.device, NOT l.is_silent AS silent, l.received FROM whereismy.last l
                JOIN whereismy.device d ON d.id = l.device
                CROSS JOIN LATERAL (SELECT $1::bigint - l.received AS silence,
                    coalesce(d.stale_after, l.stale_after, \(DeviceState.defaultStaleAfter.milliseconds)) AS stale) s
                WHERE l.received IS NOT NULL AND NOT d.is_disabled AND CASE WHEN l.is_silent THEN s.silence <= s.stale
                    ELSE s.silence > s.stale
                        AND CASE WHEN l.is_online IS NULL AND l.status IS NOT NULL THEN $2::bigint ELSE $3::bigint END
                            >= least(s.silence, greatest(s.stale, \(minGrace.milliseconds))) END
                ORDER BY l.device FOR NO KEY UPDATE OF l),
            marked AS (
                UPDATE whereismy.last l SET is_silent = due.silent, version = pg_current_xact_id()
                FROM due WHERE l.device = due.device)
            INSERT INTO whereismy.event(device, kind, time, since, received)
            SELECT device, CASE WHEN silent THEN 'silent' ELSE 'back' END, $1, least(received, $1), $1 FROM due
            ON CONFLICT DO NOTHING
            """,
            [
                .integer(now.milliseconds), .integer(reception.directly.milliseconds),
                .integer(reception.byBroker.milliseconds),
            ]
        ).affectedCount
    }
}
