import Linux
import SQLite
import Synchronization
import Testing

struct ConnectionLimitsTests {
    private static let endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

    private func database() throws -> Connection {
        let database = try Connection(":memory:", mode: .readWriteCreate)
        try database.execute("CREATE TABLE t(a); CREATE TABLE u(a); INSERT INTO t VALUES('abc')")
        return database
    }

    @Test("an endless statement ends with its work")
    func work() throws {
        let database = try database()
        database.limitWork(to: 100, within: .seconds(3600))
        let error = #expect(throws: SQLiteError.self) { try database.integer(Self.endless) }
        #expect(error?.message == "interrupted")
        database.limitWork(to: 100, within: .seconds(3600))
        #expect(try database.text("SELECT a FROM t") == "abc")
    }

    @Test("an endless statement ends at its deadline")
    func deadline() throws {
        let database = try database()
        let uptime = Mutex(Duration.zero)
        let clock = { @Sendable in
            uptime.withLock { uptime in
                uptime += .milliseconds(1)
                return uptime
            }
        }
        database.limitWork(to: .max / 1000, within: .seconds(1), clock: clock)
        #expect(throws: SQLiteError.self) { try database.integer(Self.endless) }
        #expect(uptime.withLock { $0 } < .milliseconds(1010))
    }

    @Test(
        "a restricted connection refuses what is not permitted when it is compiled",
        arguments: [
            "SELECT a FROM u", "SELECT instr(a, 'b') FROM t", "INSERT INTO t VALUES(1)", "DELETE FROM t",
            "PRAGMA user_version",
            "ATTACH ':memory:' AS other", "SELECT count(*) FROM u", "SELECT name FROM sqlite_schema",
            "CREATE TABLE x(y)",
            "SELECT * FROM json_each('[1]')", "SELECT a FROM t WHERE a LIKE 'a'", Self.endless,
        ])
    func refuses(sql: String) throws {
        let database = try database()
        database.restrict(to: ReadRestriction(relations: ["t"], functions: ["length"]))
        let error = #expect(throws: SQLiteError.self) { try database.prepare(sql) }
        let reasons = ["not authorized", "prohibited", "constructor failed"]
        #expect(reasons.contains { error?.message.contains($0) == true }, "\(error?.message ?? "")")
        #expect(try database.integer("SELECT LENGTH(A) FROM T WHERE a = 'abc'") == 3)
    }
}
