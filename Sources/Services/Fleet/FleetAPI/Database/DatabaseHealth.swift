import Basics
import PostgreSQL
import Synchronization

/// Whether the database can be reached: written to the journal once that it is away, and once that it is back.
///
/// While it is away one request at a time tries to reach it, and the others fail at once.
final class DatabaseHealth: Sendable {
    /// The time after a failed attempt until the next, so that waiting clients do not keep a restarting database busy.
    private static let pause: Duration = .milliseconds(500)
    /// The longest time of an attempt.
    static let maxAttempt: Duration = .seconds(5)

    private let failure = Mutex<(error: PostgresError, nextAttempt: Duration)?>(nil)
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes a line.
    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// True while the last attempt to reach the database failed.
    var isDatabaseAway: Bool { failure.withLock { $0 != nil } }

    /// Returns true if the caller is to open a new connection since the database was away, and false if it is not.
    ///
    /// - Throws: the last error if the database is away, and another attempt is not due or is being made.
    func isAttemptDue(at now: Duration) throws(PostgresError) -> Bool {
        let error: PostgresError? = failure.withLock { failure in
            guard let known = failure else { return nil }
            guard now >= known.nextAttempt else { return known.error }
            failure?.nextAttempt = now + Self.maxAttempt
            return nil
        }
        if let error { throw error }
        return isDatabaseAway
    }

    /// Records an error of a lost connection.
    func report(_ error: PostgresError, at now: Duration) {
        let isNew = failure.withLock { failure in
            defer { failure = (error, now + Self.pause) }
            return failure == nil
        }
        if isNew { write("database unavailable: \(error); requests get 503 until it returns") }
    }

    /// Records a new connection.
    func reportSuccess() {
        let wasAway = failure.withLock { failure in
            defer { failure = nil }
            return failure != nil
        }
        if wasAway { write("the database is back") }
    }
}
