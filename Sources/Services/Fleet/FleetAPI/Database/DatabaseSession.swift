import Basics
import Linux
import PostgreSQL

/// Opens a connection to the database, as the role that sees everything the service may see.
typealias DatabaseConnector = @Sendable () throws(PostgresError) -> PostgresConnection

/// The connection of one thread, which is opened when it is needed and again after it was lost.
final class DatabaseSession {
    /// The time after which a lost connection was one to a database that does not answer: a client waits no longer.
    private static let maxRepeat: Duration = .seconds(1)
    /// The limit for a statement: the list of 10,000 devices takes a tenth of a second.
    private static let statementTimeout: Duration = .seconds(5)

    private let connect: DatabaseConnector
    private let health: DatabaseHealth
    private var connection: PostgresConnection?

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
        let (isKnown, start) = (connection != nil, SystemClock.uptime)
        do {
            return try body(open())
        } catch let error as PostgresError where error.isConnectionLost {
            // Whether the database is away shows when it is opened again.
            connection = nil
            guard isKnown else { throw error }
            let now = SystemClock.uptime
            if now - start >= Self.maxRepeat { health.report(error, at: now) }
            guard repeats else { throw error }
            return try body(open())
        }
    }

    private func open() throws(PostgresError) -> PostgresConnection {
        let isNewDue = try health.isAttemptDue(at: SystemClock.uptime)
        // One that is open may be to a database that does not answer.
        if let connection, !connection.isLost, !isNewDue { return connection }
        connection = nil
        do throws(PostgresError) {
            let opened = try connect()
            try opened.limitStatements(to: Self.statementTimeout)
            connection = opened
            health.reportSuccess()
            return opened
        } catch {
            health.report(error, at: SystemClock.uptime)
            throw error
        }
    }
}
