import Linux
import PostgreSQL
import TestSupport
import Testing

/// These need Debian's postgresql and are skipped without it.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct PostgresConnectionTests {
    private let server: PostgresServer

    init() throws {
        server = try #require(PostgresServer.shared)
    }

    private func connect() throws -> PostgresConnection { try PostgresConnection(server.conninfo()) }

    @Test func everyKindOfValueComesBackAsItWasSent() throws {
        let connection = try connect()
        let rows = try connection.query(
            """
            SELECT $1::bigint, $2::int, $3::smallint, $4::float8, $5::text, $6::bytea, $7::boolean, $8::bigint[],
                $9::text[], $10::jsonb, $11::int, $12::real, $13::xid8, array_to_string($14::float8[], ' ', '-')
            """,
            [
                .integer(.min), .integer(-70_000), .integer(-2), .real(-0.1), .text("Zürich \u{1F980}"),
                .bytes([0, 255]),
                .boolean(true), .integers([1, nil, -3]), .texts(["a", nil, ""]), .text("{\"a\": 1}"), .null, .real(0.5),
                .integer(7), .reals([-0.1, nil, 0.5]),
            ])
        let row = try #require(rows.first)
        #expect(rows.count == 1)
        #expect(row.integer(at: 0) == .min)
        #expect(row.integer(at: 1) == -70_000)
        #expect(row.integer(at: 2) == -2)
        #expect(row.real(at: 3) == -0.1)
        #expect(row.text(at: 4) == "Zürich \u{1F980}")
        #expect(row.bytes(at: 5) == [0, 255])
        #expect(row.boolean(at: 6) == true)
        #expect(row.integers(at: 7) == [1, nil, -3])
        #expect(row.texts(at: 8) == ["a", nil, ""])
        #expect(row.text(at: 9) == "{\"a\": 1}")
        #expect(row.isNull(at: 10))
        #expect(row.real(at: 11) == 0.5)
        #expect(row.integer(at: 12) == 7)
        #expect(row.text(at: 13) == "-0.1 - 0.5")
        #expect(row.integer(at: 99) == nil)
        #expect(row.integer(at: 4) == nil)
    }

    /// So that a watchdog hears of a commit that takes long because it has many statements.
    @Test func eachStatementIsAnnounced() throws {
        let connection = try connect()
        var count = 0
        connection.onStatement = { count += 1 }
        try connection.atomically { () throws(PostgresError) in
            try connection.query("SELECT 1")
            #expect(count == 2)
            try connection.execute("SELECT 2")
        }
        #expect(count == 4)
    }

    @Test func emptyValuesAreNotNull() throws {
        let row = try #require(
            try connect().query(
                "SELECT $1::text, $2::bytea, $3::bigint[]", [.text(""), .bytes([]), .integers([])]
            ).first)
        #expect(row.text(at: 0) == "")
        #expect(row.bytes(at: 1) == [])
        #expect(row.integers(at: 2) == [])
    }

    @Test func aValueBeyondItsTypeIsRefusedBeforeItIsSent() throws {
        let connection = try connect()
        #expect(throws: PostgresError.self) { try connection.query("SELECT $1::smallint", [.integer(40_000)]) }
        #expect(throws: PostgresError.self) { try connection.query("SELECT $1::int", [.text("1")]) }
        #expect(throws: PostgresError.self) { try connection.query("SELECT $1::int", []) }
        #expect(try connection.query("SELECT 1::int").first?.integer(at: 0) == 1)
    }

    @Test func anErrorHasItsCodeAndLeavesTheConnectionUsable() throws {
        let connection = try connect()
        let error = #expect(throws: PostgresError.self) { try connection.query("SELECT 1/0") }
        #expect(error?.sqlState == "22012")
        #expect(error?.isInvalidData == true)
        #expect(error?.isConnectionLost == false)
        #expect(try connection.query("SELECT 2::int").first?.integer(at: 0) == 2)
    }

    @Test func aFailedBodyRollsItsTransactionBack() throws {
        struct Stop: Error {}
        let connection = try connect()
        try connection.execute("CREATE TEMPORARY TABLE t(a int)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.query("INSERT INTO t VALUES($1)", [.integer(1)])
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        try connection.transaction { _ = try connection.query("INSERT INTO t VALUES($1)", [.integer(2)]) }
        #expect(try connection.query("SELECT a FROM t").map { $0.integer(at: 0) } == [2])
    }

    @Test func copiedRowsAreThoseThatWereAppended() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMPORARY TABLE t(a smallint, b int, c bigint)")
        var data = PostgresCopyData()
        for index in 0..<30_000 {
            data.beginRow(columns: 3)
            data.append(int16: Int16(index % 1000) - 500)
            data.append(int32: index == 7 ? nil : Int32(-index))
            data.append(int64: Int64(index) << 33)
        }
        #expect(try connection.copy("COPY t FROM STDIN (FORMAT binary)", data) == 30_000)
        let row = try #require(
            try connection.query("SELECT sum(a)::bigint, sum(b)::bigint, max(c), count(b) FROM t").first)
        #expect(row.integer(at: 0) == -15_000)
        #expect(row.integer(at: 1) == -449_985_000 + 7)
        #expect(row.integer(at: 2) == 29_999 << 33)
        #expect(row.integer(at: 3) == 29_999)
    }

    @Test func aRefusedCopyStoresNothingAndLeavesTheConnectionUsable() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMPORARY TABLE t(a int PRIMARY KEY)")
        var data = PostgresCopyData()
        for _ in 0..<100_000 {
            data.beginRow(columns: 1)
            data.append(int32: 1)
        }
        let error = #expect(throws: PostgresError.self) {
            try connection.copy("COPY t FROM STDIN (FORMAT binary)", data)
        }
        #expect(error?.isDuplicate == true)
        #expect(throws: PostgresError.self) { try connection.copy("SELECT 1", data) }
        #expect(try connection.query("SELECT count(*) FROM t").first?.integer(at: 0) == 0)
    }

    @Test func aChangedTableIsPreparedAgain() throws {
        let connection = try connect()
        try connection.execute("CREATE TEMPORARY TABLE t(a int); INSERT INTO t VALUES(1)")
        _ = try connection.query("SELECT * FROM t")
        try connection.execute("ALTER TABLE t ADD COLUMN b int")
        #expect(throws: PostgresError.self) { try connection.query("SELECT * FROM t") }
        #expect(try connection.query("SELECT * FROM t").first?.isNull(at: 1) == true)
    }

    @Test func noErrorTextHasThePassword() throws {
        let secret = "hunter2secret"
        let texts = [
            "host=/nonexistent password=\(secret)", "postgresql://u:\(secret)@[bad", "host=x password '\(secret)",
            "password=\(secret) nonsense=\(secret)", "host=127.0.0.1 port=1 password=\(secret)",
        ]
        for text in texts {
            let error = #expect(throws: PostgresError.self) {
                _ = try PostgresConnection(text, connectTimeout: .seconds(2))
            }
            #expect(error?.description.contains(secret) == false, "\(error?.description ?? "")")
        }
    }
}
