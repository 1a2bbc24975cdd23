import Basics
import Location
import SQLite

/// The tables of the late runs and of the identity of the file.
struct LateRunTable: LaterTable {
    /// The maximum number of runs, half a megabyte.
    static let maxCount: Int64 = 10_000

    /// The schema version that introduced both tables.
    static let firstVersion: Int64 = 3

    let connection: Connection

    /// Returns the identity; nil in a damaged file.
    func identity() throws(SQLiteError) -> String? {
        try connection.text("SELECT value FROM identity WHERE value <> ''")
    }

    /// Inserts a run under the next number.
    func insert(_ span: TimeSpan, device: String) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO late_run(device, first, last) VALUES(?, ?, ?)",
            DevicePath.withoutCredentials(device), span.first.milliseconds, span.last.milliseconds)
    }

    /// Joins the oldest runs into one if there are more than a number of them.
    ///
    /// The joined run has the number of the newest one in it, so that a reader that has read only some of them sees it.
    func joinOldest(keeping limit: Int64 = maxCount) throws(SQLiteError) {
        let count = try connection.integer("SELECT count(*) FROM late_run") ?? 0
        guard count > max(1, limit) else { return }
        try connection.execute(
            """
            UPDATE late_run SET (device, first, last) =
                (SELECT iif(min(device) = max(device), min(device), ''), min(first), max(last) FROM
                    (SELECT * FROM late_run ORDER BY id LIMIT \(count - limit + 1)))
            WHERE id = (SELECT id FROM late_run ORDER BY id LIMIT 1 OFFSET \(count - limit));
            DELETE FROM late_run WHERE id IN (SELECT id FROM late_run ORDER BY id LIMIT \(count - limit))
            """)
    }

    /// Returns the runs after a number, in order.
    func rows(after id: Int64 = .min) throws(SQLiteError) -> Rows {
        let query = try connection.prepare("SELECT id, device, first, last FROM late_run WHERE id > ? ORDER BY id", id)
        return Rows(statement: query)
    }

    /// Returns the highest number ever assigned; 0 for none.
    func lastNumber() throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'late_run'") ?? 0
    }

    /// Deletes the runs up to a number.
    func delete(upTo id: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM late_run WHERE id <= ?", id)
    }

    /// Deletes the runs within a span.
    func delete(_ span: TimeSpan) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM late_run WHERE first >= ? AND last <= ?", span.first.milliseconds, span.last.milliseconds)
    }
}

extension LateRunTable {
    /// A cursor over rows.
    struct Rows {
        fileprivate let statement: Statement

        /// Returns the next row; nil at the end, `.some(nil)` for a damaged row.
        func next() throws(SQLiteError) -> SQLiteHistory.LateRun?? {
            guard try statement.step() else { return nil }
            return .some(run)
        }

        private var run: SQLiteHistory.LateRun? {
            guard let id = statement.integer(at: 0), id > 0, let device = statement.text(at: 1),
                let first = time(at: 2), let last = time(at: 3), first <= last
            else { return nil }
            return SQLiteHistory.LateRun(
                id: id, device: DevicePath.withoutCredentials(device), first: first, last: last)
        }

        private func time(at column: Int) -> Timestamp? {
            statement.integer(at: column).flatMap { Timestamp(storable: $0) }
        }
    }
}
