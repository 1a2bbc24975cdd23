import PostgreSQL
import Synchronization

/// Says in the journal once that the database is away, and once that it is back.
final class DatabaseHealth: Sendable {
    private let isAway = Mutex(false)
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes a line.
    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// True while the last attempt to reach the database failed.
    var isDatabaseAway: Bool { isAway.withLock { $0 } }

    /// Notes an error of a lost connection.
    func report(_ error: PostgresError) {
        let isNew = isAway.withLock { isAway in
            defer { isAway = true }
            return !isAway
        }
        if isNew { write("database unavailable: \(error); requests get 503 until it returns") }
    }

    /// Notes a new connection.
    func reportSuccess() {
        let wasAway = isAway.withLock { isAway in
            defer { isAway = false }
            return isAway
        }
        if wasAway { write("the database is back") }
    }
}
