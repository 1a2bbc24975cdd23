import SQLite
import Testing

struct StatementTests {
    private static let wholes: [Int64?] = [nil, 0, -1, .min, .max]
    private static let fractions: [Double?] = [nil, 0.1, -.infinity, .leastNonzeroMagnitude]
    private static let texts: [String?] = [nil, "", "a'b\"c", "Zürich 🛰", "a\0b"]
    private static let chunks: [[UInt8]?] = [nil, [], [0], [255, 0, 1]]

    private let database: Connection

    init() throws {
        database = try Connection(":memory:", mode: .readWriteCreate)
        try database.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, a, b UNIQUE)")
    }

    @Test("integers round-trip", arguments: wholes)
    func integers(value: Int64?) throws {
        let statement = try database.prepare("SELECT ?")
        try statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.integer(at: 0) == value)
        #expect(statement.isNull(at: 0) == (value == nil))
    }

    @Test("floating-point numbers round-trip to the bit, and NaN becomes NULL", arguments: fractions)
    func reals(value: Double?) throws {
        let statement = try database.prepare("SELECT ?1, ?2")
        try statement.bind(value, at: 1)
        try statement.bind(Double.nan, at: 2)
        #expect(try statement.step())
        #expect(statement.real(at: 0) == value)
        #expect(statement.real(at: 1) == nil)
    }

    @Test("text round-trips", arguments: texts)
    func text(value: String?) throws {
        let statement = try database.prepare("SELECT ?")
        try statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.text(at: 0) == value)
    }

    @Test("bytes round-trip", arguments: chunks)
    func blobs(value: [UInt8]?) throws {
        let statement = try database.prepare("SELECT ?")
        try statement.bind(value, at: 1)
        #expect(try statement.step())
        #expect(statement.blob(at: 0) == value)
    }

    @Test("a statement can be reused, with its rows in order and its end reported")
    func steps() throws {
        let insertion = try database.prepare("INSERT INTO thing(a) VALUES(?)")
        for number in 1...3 as ClosedRange<Int64> {
            try insertion.bind(number, at: 1)
            try insertion.run()
            #expect(database.lastInsertedRow == number)
            #expect(database.changes == 1)
        }
        let query = try database.prepare("SELECT a FROM thing WHERE a >= ? ORDER BY a")
        for first in 1...4 as ClosedRange<Int64> {
            try query.bind(first, at: 1)
            var found: [Int64?] = []
            while try query.step() { found.append(query.integer(at: 0)) }
            #expect(found == (first..<4).map { $0 })
        }
    }

    @Test("a missing column or row reads as nil")
    func absent() throws {
        let query = try database.prepare("SELECT 1")
        #expect(query.integer(at: 0) == nil)
        #expect(try query.step())
        #expect(query.integer(at: 7) == nil && query.text(at: -1) == nil && query.blob(at: .max) == nil)
        #expect(try database.integer("SELECT 1 WHERE 0") == nil)
        #expect(try database.text("PRAGMA journal_mode") == "memory")
    }

    @Test("an error has the message and the statement", arguments: ["SELEC 1", "SELECT nowhere", "", "-- nothing"])
    func broken(sql: String) throws {
        let error = #expect(throws: SQLiteError.self) { try database.prepare(sql) }
        #expect(error?.sql == sql)
        #expect(error?.message.isEmpty == false)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("a missing parameter is an error")
    func parameter() throws {
        let statement = try database.prepare("SELECT ?")
        let error = #expect(throws: SQLiteError.self) { try statement.bind(Int64(1), at: 2) }
        #expect(error?.code == 25)
    }

    @Test("a constraint violation is distinguished from other errors, and the statement can be reused")
    func constraint() throws {
        let insertion = try database.prepare("INSERT INTO thing(b) VALUES(?)")
        try insertion.bind("one", at: 1)
        try insertion.run()
        let error = #expect(throws: SQLiteError.self) { try insertion.run() }
        #expect(error?.isConstraint == true)
        #expect(error?.extendedCode == 2067)
        try insertion.bind("two", at: 1)
        try insertion.run()
        #expect(try database.integer("SELECT count(*) FROM thing") == 2)
    }

    @Test("a statement retains its connection")
    func outlives() throws {
        var connection: Connection? = try Connection(":memory:", mode: .readWriteCreate)
        let statement = try #require(try connection?.prepare("SELECT 42"))
        connection = nil
        #expect(try statement.step())
        #expect(statement.integer(at: 0) == 42)
    }
}
