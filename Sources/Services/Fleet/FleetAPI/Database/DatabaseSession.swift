import Basics
import Linux
import PostgreSQL

/// Opens a connection to the database, as the role that sees everything the service may see.
typealias DatabaseConnector = @Sendable () throws(PostgresError) -> PostgresConnection

/// The connection of one thread, which is opened when it is needed and again after it was lost.
final class DatabaseSession {
    /// The time after a failed attempt until the next, so that waiting clients do not keep a restarting database busy.
    private static let pause: Duration = .milliseconds(500)

    private let connect: DatabaseConnector
    private let health: DatabaseHealth
    private var connection: PostgresConnection?
    private var failure: (error: PostgresError, at: Duration)?

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
        let isKnown = connection != nil
        do {
            return try body(open())
        } catch let error as PostgresError where error.isConnectionLost {
            // Whether the database is away shows when it is opened again.
            connection = nil
            guard repeats, isKnown else { throw error }
            return try body(open())
        }
    }

    private func open() throws(PostgresError) -> PostgresConnection {
        if let connection, !connection.isLost { return connection }
        connection = nil
        if let failure, SystemClock.uptime - failure.at < Self.pause { throw failure.error }
        do throws(PostgresError) {
            let opened = try connect()
            (connection, failure) = (opened, nil)
            health.reportSuccess()
            return opened
        } catch {
            failure = (error, SystemClock.uptime)
            health.report(error)
            throw error
        }
    }
}
