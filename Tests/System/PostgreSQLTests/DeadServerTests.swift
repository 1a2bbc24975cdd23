import Linux
import PostgreSQL
import TestSupport
import Testing

/// Servers that vanish, freeze or never speak; no call may wait for them without a limit.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct DeadServerTests {
    @Test func aKilledServerIsNoticedAndItsReturnToo() throws {
        let server = try PostgresServer(isDurable: true)
        let connection = try PostgresConnection(server.conninfo())
        try connection.execute("CREATE TABLE t(a int); INSERT INTO t VALUES(1)")
        server.kill()
        let error = firstError(of: 100_000) { try connection.query("SELECT a FROM t") } as? PostgresError
        #expect(error?.isConnectionLost == true)
        #expect(connection.isLost)
        let refused = #expect(throws: PostgresError.self) { _ = try PostgresConnection(server.conninfo()) }
        #expect(refused?.isConnectionLost == true)
        try server.start()
        #expect(try PostgresConnection(server.conninfo()).query("SELECT a FROM t").first?.integer(at: 0) == 1)
        server.stop()
    }

    @Test func aFrozenServerIsGivenUpInTime() throws {
        let server = try PostgresServer()
        let connection = try PostgresConnection(server.conninfo(), statementTimeout: .milliseconds(100))
        server.freeze()
        let start = SystemClock.uptime
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
        #expect(error?.isConnectionLost == true)
        #expect(SystemClock.uptime - start < .seconds(15))
        #expect(throws: PostgresError.self) {
            _ = try PostgresConnection(server.conninfo(), connectTimeout: .milliseconds(200))
        }
        server.thaw()
    }

    @Test func aLongStatementIsEndedByTheServer() throws {
        let server = try #require(PostgresServer.shared)
        let connection = try PostgresConnection(server.conninfo(), statementTimeout: .milliseconds(100))
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(60)") }
        #expect(error?.sqlState == "57014")
        #expect(error?.isConnectionLost == false)
        #expect(try connection.query("SELECT 1::int").first?.integer(at: 0) == 1)
    }

    /// Returns the error that ends some attempts: the session of a killed server may answer until the kernel ends it.
    private func firstError<Result>(of attempts: Int, _ body: () throws -> Result) -> (any Error)? {
        for _ in 0..<attempts {
            do { _ = try body() } catch { return error }
        }
        return nil
    }
}
