import Linux
import PostgreSQL

/// Opens a connection to the database, as the role that sees everything the service may see, with a limit for each
/// statement.
typealias DatabaseConnector = @Sendable (Duration) throws(PostgresError) -> PostgresConnection

/// The connection of one thread, which is opened when it is needed and again after it was lost.
final class DatabaseSession {
    /// The limit for a statement: the list of 10,000 devices takes a tenth of a second.
    private static let statementTimeout: Duration = .seconds(5)
    /// The same of a history, which has a connection and a thread of its own.
    static let maxLongStatement: Duration = .seconds(30)

    private let connect: DatabaseConnector
    private let health: DatabaseHealth
    private var connection: PostgresConnection? {
        willSet { health.set(newValue?.descriptor, of: ObjectIdentifier(self)) }
    }
    /// The last attempt if it failed.
    private var failure: (error: PostgresError, nextAttempt: Duration)?

    init(connect: @escaping DatabaseConnector, health: DatabaseHealth) {
        self.connect = connect
        self.health = health
    }

    /// Runs a body with a connection.
    ///
    /// With `repeats`, it runs once more with a new connection if that of an earlier body turns out to be lost; changes
    /// may have been done.
    ///
    /// - Throws: ``PostgresError``, or the error of the body.
    func run<Result>(repeats: Bool, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        let (isKnown, start, connection) = (connection != nil, SystemClock.uptime, try open())
        do {
            let result = try body(connection)
            health.reportSuccess()
            return result
        } catch let error as PostgresError where error.isConnectionLost {
            // Whether the database is away shows when it is opened again.
            self.connection = nil
            guard isKnown else { throw error }
            let now = SystemClock.uptime
            if now - start >= DatabaseHealth.maxAnswer { health.report(error, since: start, at: now) }
            guard repeats else { throw error }
            return try body(open())
        }
    }

    private func open() throws(PostgresError) -> PostgresConnection {
        let start = SystemClock.uptime
        let isProbe = try health.isAttemptDue(at: start)
        if let connection, !connection.isLost {
            guard isProbe else { return connection }
            do throws(PostgresError) {
                try connection.execute("SELECT 1")
                health.reportSuccess()
                return connection
            } catch {
                // Another connection may have an answer, which one that is lost at once has not.
                guard SystemClock.uptime - start < DatabaseHealth.maxAnswer else { throw fail(error, since: start) }
            }
        }
        connection = nil
        if !isProbe, let failure, start < failure.nextAttempt { throw failure.error }
        do throws(PostgresError) {
            let opened = try connect(Self.statementTimeout)
            (connection, failure) = (opened, nil)
            health.reportSuccess()
            return opened
        } catch {
            throw fail(error, since: start)
        }
    }

    private func fail(_ error: PostgresError, since start: Duration) -> PostgresError {
        let now = SystemClock.uptime
        (connection, failure) = (nil, (error, now + DatabaseHealth.pause))
        health.report(error, since: start, at: now)
        return error
    }
}
