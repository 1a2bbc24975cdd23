import Location
import SQLite

/// Removes the users and passwords in devices' addresses that an earlier version has stored.
///
/// A name is removed from the pages and the log of the file too (`secure_delete`, `wal_checkpoint`).
struct StoredCredentials {
    let connection: Connection

    /// Removes them in one transaction, if there are any.
    func remove() throws {
        guard try !devices().isEmpty || !lateRuns().isEmpty else { return }
        try connection.transaction(.immediate) {
            for row in try devices() {
                try rename("UPDATE device SET name = ? WHERE id = ?", row.id, to: try freeName(for: row.text))
            }
            for row in try lateRuns() {
                let name = DevicePath.withoutCredentials(row.text)
                try rename("UPDATE late_run SET device = ? WHERE id = ?", row.id, to: name)
            }
        }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private struct Row {
        let id: Int64
        let text: String
    }

    private func devices() throws(SQLiteError) -> [Row] {
        try rows("SELECT id, name FROM device WHERE name LIKE '%://%'")
    }

    /// The late runs, which the table of an older version lacks.
    private func lateRuns() throws(SQLiteError) -> [Row] {
        guard try LateRunTable(connection: connection).exists() else { return [] }
        return try rows("SELECT id, device FROM late_run WHERE device LIKE '%://%'")
    }

    private func rows(_ query: String) throws(SQLiteError) -> [Row] {
        let statement = try connection.prepare(query)
        var rows: [Row] = []
        while try statement.step() {
            guard let id = statement.integer(at: 0), let text = statement.text(at: 1),
                DevicePath.withoutCredentials(text) != text
            else { continue }
            rows.append(Row(id: id, text: text))
        }
        return rows
    }

    /// Returns the name without its credentials, with a number if another device already has it: both have points.
    private func freeName(for name: String) throws(SQLiteError) -> String {
        let plain = DevicePath.withoutCredentials(name)
        let query = try connection.prepare("SELECT 1 FROM device WHERE name = ?")
        for number in 1...Int64(DeviceTable.maxDevices) {
            let candidate = number == 1 ? plain : "\(plain) (\(number))"
            query.reset()
            try query.bind(candidate)
            if try !query.step() { return candidate }
        }
        return plain
    }

    private func rename(_ sql: String, _ id: Int64, to name: String) throws(SQLiteError) {
        try connection.run(sql, name, id)
    }
}
