public import Basics
public import FleetProtocol
import PostgreSQL

extension FleetAdministration {
    /// Removes a device with its fixes, events, tokens and shares.
    ///
    /// A collector knows the device for up to ten seconds more; ``RetentionJob`` removes what it stores then.
    ///
    /// - Returns: The numbers of fixes and events.
    /// - Throws: ``FleetError`` if there is no such device; ``PostgresError``. Then nothing is removed.
    public func removeDevice(_ name: DeviceName, at now: Timestamp) throws -> (fixes: Int64, events: Int64) {
        try connection.transaction {
            guard let device = try lockDevice(name) else { throw FleetError(.notFound, "no device \(name)") }
            let counts = try Self.removals.map { sql in
                try connection.query(sql, [.integer(device)]).first?.integer(at: 0) ?? 0
            }
            try connection.query("DELETE FROM whereismy.device WHERE id = $1", [.integer(device)])
            let (fixes, events) = (counts[0] + counts[1], counts[2])
            try audit("device remove", of: name.text, detail: "\(fixes) fixes, \(events) events", at: now)
            return (fixes, events)
        }
    }

    /// Locks the row of `last`, as a collector does first, so that none waits for the other; nil if there is no device.
    private func lockDevice(_ name: DeviceName) throws(PostgresError) -> Int64? {
        try connection.query(
            """
            SELECT l.device FROM whereismy.last l JOIN whereismy.device d ON d.id = l.device WHERE d.name = $1
            FOR UPDATE OF l
            """, [.text(name.text)]
        ).first?.integer(at: 0)
    }

    /// Remove the rows of a device and count them; those of other tables go with the device.
    private static let removals = [
        """
        WITH gone AS (DELETE FROM whereismy.segment WHERE device = $1 RETURNING count)
        SELECT coalesce(sum(count), 0)::bigint FROM gone
        """,
        "WITH gone AS (DELETE FROM whereismy.recent WHERE device = $1 RETURNING 1) SELECT count(*) FROM gone",
        "WITH gone AS (DELETE FROM whereismy.event WHERE device = $1 RETURNING 1) SELECT count(*) FROM gone",
    ]
}
