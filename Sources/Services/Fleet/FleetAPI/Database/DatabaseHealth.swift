import PostgreSQL
import Synchronization

/// Writes to the journal once that the database is away, and once that it is back.
final class DatabaseHealth: Sendable {
    private let isAway = Atomic(false)
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes a line.
    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// True while the last attempt to reach the database failed.
    var isDatabaseAway: Bool { isAway.load(ordering: .relaxed) }

    /// Records an error of a lost connection.
    func report(_ error: PostgresError) {
        guard !isAway.exchange(true, ordering: .relaxed) else { return }
        write("database unavailable: \(error); requests get 503 until it returns")
    }

    /// Records a new connection.
    func reportSuccess() {
        if isAway.exchange(false, ordering: .relaxed) { write("the database is back") }
    }
}
