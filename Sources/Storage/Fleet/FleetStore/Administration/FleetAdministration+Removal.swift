public import Basics
public import FleetProtocol
import History
import HistoryEncoding
import Location
import PostgreSQL

extension FleetAdministration {
    /// A collector that writes a sealed hour of the device may hold a lock that this waits for, and wait for this.
    private static let maxAttempts = 10

    /// Removes a device with its fixes, events, tokens and shares; returns the numbers of fixes and events.
    ///
    /// A collector that stores for it at the same time has done so before, or finds that it was removed.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device; ``PostgresError``. Then nothing is removed.
    public func removeDevice(_ name: DeviceName, at now: Timestamp) throws -> (fixes: Int64, events: Int64) {
        for _ in 1..<Self.maxAttempts {
            do { return try removeOnce(name, at: now) } catch let error as PostgresError where error.isTransient {}
        }
        return try removeOnce(name, at: now)
    }

    /// Removes the fixes and events of a device from the first full hour after a moment on; returns their numbers.
    ///
    /// They are stored again if the device sends them again.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device; ``PostgresError``. Then nothing is removed.
    public func removeFixes(
        of name: DeviceName, after moment: Timestamp, at now: Timestamp
    ) throws -> (fixes: Int64, events: Int64) {
        let hour = Hour(index: Hour(containing: moment + .milliseconds(-1)).index + 1)
        return try change("device remove fixes", of: name.text, detail: "\(hour.start.milliseconds)", at: now) {
            guard let device = try lockDevice(name) else { throw AdministrationError(.notFound, "no device \(name)") }
            let start = hour.start.milliseconds
            let counts = try count(Self.removals(" AND time >= \(start)", hours: " AND hour >= \(hour.index)"), device)
            try connection.query(
                "UPDATE whereismy.last SET version = pg_current_xact_id(), suspect_time = NULL WHERE device = $1",
                [.integer(device)])
            try replaceLast(of: device, name, from: hour)
            return (counts[0] + counts[1], counts[2])
        }
    }

    /// Makes the newest fix before an hour the last one, if that was later; none if there is none before it.
    private func replaceLast(of device: Int64, _ name: DeviceName, from hour: Hour) throws {
        let columns = FleetDevice.pointColumns.enumerated().map { "\($0.element) = $\($0.offset + 3)" }
        let point = try DeviceHistory(connection, device: device, name: name.text)
            .neighbours(of: hour.start, device: nil).before
        let steps = point.map { QuantisedPoint($0).columns } ?? Array(repeating: nil, count: columns.count)
        try connection.query(
            """
            UPDATE whereismy.last SET time = $2, \(columns.joined(separator: ", "))
            WHERE device = $1 AND time >= \(hour.start.milliseconds)
            """, [.integer(device), PostgresValue(point?.timestamp.milliseconds)] + steps.map(PostgresValue.init))
        try connection.query(
            "UPDATE whereismy.last SET \(FleetDevice.noClaim) WHERE device = $1 AND claim_time >= $2",
            [.integer(device), .integer(hour.start.milliseconds)])
    }

    private func count(_ removals: [String], _ device: Int64) throws(PostgresError) -> [Int64] {
        var counts: [Int64] = []
        for sql in removals { counts.append(try connection.query(sql, [.integer(device)]).first?.integer(at: 0) ?? 0) }
        return counts
    }

    private func removeOnce(_ name: DeviceName, at now: Timestamp) throws -> (fixes: Int64, events: Int64) {
        try connection.transaction {
            guard let device = try lockDevice(name) else { throw AdministrationError(.notFound, "no device \(name)") }
            let counts = try count(Self.removals(), device)
            try connection.query("DELETE FROM whereismy.device WHERE id = $1", [.integer(device)])
            let (fixes, events) = (counts[0] + counts[1], counts[2])
            try audit("device remove", of: name.text, detail: "\(fixes) fixes, \(events) events", at: now)
            return (fixes, events)
        }
    }

    /// Locks the row of `last`, which a collector changes after it has written fixes; nil if there is no device.
    ///
    /// So the fixes of a collector that was first are there to be removed, and one that comes later finds no row.
    private func lockDevice(_ name: DeviceName) throws(PostgresError) -> Int64? {
        try connection.query(
            """
            SELECT l.device FROM whereismy.last l JOIN whereismy.device d ON d.id = l.device WHERE d.name = $1
            FOR UPDATE OF l
            """, [.text(name.text)]
        ).first?.integer(at: 0)
    }

    /// Remove the rows of a device and count them, under further conditions; those of other tables go with the device.
    ///
    /// The order is that of ``SealingJob``: what it moves meanwhile is then among the segments.
    private static func removals(_ times: String = "", hours: String = "") -> [String] {
        [
            ("recent", times, "1", "count(*)"), ("segment", hours, "count", "coalesce(sum(count), 0)::bigint"),
            ("event", times, "1", "count(*)"),
        ].map { table, condition, value, sum in
            "WITH gone AS (DELETE FROM whereismy.\(table) WHERE device = $1\(condition) RETURNING \(value)) "
                + "SELECT \(sum) FROM gone"
        }
    }
}
