public import Basics
public import PostgreSQL

/// The partitions of the rows: one for each day, which is dropped once its hours are sealed.
public struct RecentDays {
    private static let length: Int64 = 86_400_000
    /// The state of a table that others use for too long.
    private static let lockTimeout = "55P03"

    private let connection: PostgresConnection

    /// Uses a connection of the collector's role.
    public init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Adds the partitions of yesterday, today and tomorrow that do not exist yet.
    ///
    /// Without them, the rows are stored too, in the default partition.
    public func add(at moment: Timestamp) throws(PostgresError) {
        let today = moment.milliseconds / Self.length
        for day in (today - 1)...(today + 1) {
            try ignoringLocks {
                () throws(PostgresError) in
                _ = try connection.query("SELECT whereismy.add_recent_day($1)", [.integer(day)])
            }
        }
    }

    /// Drops the empty partitions of days before a moment.
    func drop(before moment: Timestamp) throws(PostgresError) {
        let end = moment.milliseconds / Self.length
        let days = try connection.query(
            "SELECT day FROM whereismy.recent_days() AS day WHERE day < $1", [.integer(end)])
        for day in days.compactMap({ $0.integer(at: 0) }) {
            try ignoringLocks {
                () throws(PostgresError) in
                _ = try connection.query("SELECT whereismy.drop_recent_day($1)", [.integer(day)])
            }
        }
    }

    /// Runs a statement that gives up, until the next time, while others use the table.
    private func ignoringLocks(_ body: () throws(PostgresError) -> Void) throws(PostgresError) {
        do throws(PostgresError) {
            try body()
        } catch {
            guard error.sqlState == Self.lockTimeout else { throw error }
        }
    }
}
