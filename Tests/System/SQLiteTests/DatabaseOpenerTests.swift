import Glibc
import SQLite
import TestSupport
import Testing

/// The files of one kind of database: creation, recognition, migration, and reading without write permission.
struct DatabaseOpenerTests {
    private static let id: Int64 = 0x5749_4D54

    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("things.db")
    }

    /// An opener with the first migrations of a kind.
    private func opener(_ count: Int = 2, oldestReadableVersion: Int = 1) -> DatabaseOpener {
        let migrations = [
            Migration("things", sql: "CREATE TABLE thing(a INTEGER) STRICT"),
            Migration("one thing") { try $0.execute("INSERT INTO thing VALUES(7)") },
            Migration("a broken one", sql: "CREATE TABLE rest(a); CREATE TABLE thing(b)"),
        ]
        return DatabaseOpener(
            applicationID: Self.id, migrations: Array(migrations.prefix(count)),
            pragmas: "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL", oldestReadableVersion: oldestReadableVersion)
    }

    @Test("a missing file is created for writing only, with its pragmas, its migrations and their record")
    func new() throws {
        #expect(throws: DatabaseError.notFound) { try opener().openForReading(path) }
        #expect(directory.names == [])
        let database = try opener().openForWriting(path)
        #expect(try database.integer("PRAGMA application_id") == Self.id)
        #expect(try database.integer("PRAGMA user_version") == 2)
        #expect(try database.integer("PRAGMA page_size") == 1024)
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("SELECT sum(a) FROM thing") == 7)
        #expect(
            try database.text("SELECT group_concat(version || name || (applied IS NOT NULL), ',') FROM migration")
                == "1things1,2one thing1")
        #expect(try opener().openForReading(path).integer("SELECT sum(a) FROM thing") == 7)
    }

    @Test("a migration runs once, and only a writer migrates an older file")
    func migrates() throws {
        _ = try opener(1).openForWriting(path)
        #expect(throws: DatabaseError.older(version: 1)) {
            try opener(oldestReadableVersion: 2).openForReading(path)
        }
        #expect(try opener().openForReading(path).integer("PRAGMA user_version") == 1)
        for _ in 0..<2 {
            #expect(try opener().openForWriting(path).integer("SELECT count(*) FROM thing") == 1)
        }
        #expect(
            try opener(oldestReadableVersion: 2).openForReading(path).integer("SELECT count(*) FROM migration") == 2)
    }

    @Test("a transaction interrupted by a kill is rolled back")
    func interrupted() throws {
        let original = directory.file("original.db")
        let database = try Connection(original, mode: .readWriteCreate)
        try database.execute(
            "PRAGMA synchronous = OFF; PRAGMA application_id = \(Self.id); PRAGMA user_version = 2;"
                + "CREATE TABLE thing(a INTEGER); INSERT INTO thing VALUES(7); BEGIN; INSERT INTO thing VALUES(8)")
        for suffix in ["", "-journal"] {
            try directory.write("things.db" + suffix, directory.bytes("original.db" + suffix))
        }
        let error = #expect(throws: SQLiteError.self) {
            try Connection(path, mode: .readOnly).integer("SELECT sum(a) FROM thing")
        }
        #expect(error?.needsRollback == true)
        #expect(try opener().openForWriting(path).integer("SELECT sum(a) FROM thing") == 7)
    }

    // Creates a database with a transaction of another process that was killed in it: a file and its hot journal. The
    // header states missing pages that were not written before the kill.
    private func interrupt(id: Int64, missingPages: UInt8 = 0) throws {
        let database = try Connection(directory.file("original.db"), mode: .readWriteCreate)
        try database.execute(
            "PRAGMA synchronous = OFF; PRAGMA application_id = \(id); PRAGMA user_version = 2;"
                + "CREATE TABLE thing(a INTEGER); INSERT INTO thing VALUES(7); BEGIN; CREATE TABLE more(a)")
        var bytes = try directory.bytes("original.db")
        // The low byte of the size in pages (https://sqlite.org/fileformat.html#the_database_header).
        bytes[31] += missingPages
        try directory.write("things.db", bytes)
        try directory.write("things.db-journal", directory.bytes("original.db-journal"))
    }

    @Test(
        "another program's interrupted transaction is not rolled back", arguments: [0, 7] as [Int64], [0, 5] as [UInt8])
    func foreignInterrupted(id: Int64, missingPages: UInt8) throws {
        try interrupt(id: id, missingPages: missingPages)
        let journal = try directory.bytes("things.db-journal")
        let before = try directory.bytes("things.db")
        #expect(throws: DatabaseError.foreign(applicationID: id)) { try opener().openForWriting(path) }
        #expect(try directory.bytes("things.db") == before)
        #expect(try directory.bytes("things.db-journal") == journal)
    }

    @Test("a transaction that a kill interrupted while the file grew is rolled back")
    func interruptedGrowth() throws {
        try interrupt(id: Self.id, missingPages: 5)
        #expect(try opener().openForWriting(path).integer("SELECT sum(a) FROM thing") == 7)
        #expect(!directory.names.contains("things.db-journal"))
    }

    @Test("a file that is not a database and has a hot journal stays unchanged")
    func noDatabaseInterrupted() throws {
        try interrupt(id: 7)
        let journal = try directory.bytes("things.db-journal")
        try directory.write("things.db", Array(String(repeating: "my diary\n", count: 1000).utf8))
        let before = try directory.bytes("things.db")
        #expect(throws: DatabaseError.notADatabase) { try opener().openForWriting(path) }
        #expect(try directory.bytes("things.db") == before)
        #expect(try directory.bytes("things.db-journal") == journal)
    }

    @Test("a failed migration leaves the file at the version before it")
    func failed() throws {
        let error = #expect(throws: DatabaseError.self) { try opener(3).openForWriting(path) }
        guard case .sqlite? = error else { throw Failure() }
        let database = try opener().openForReading(path)
        #expect(try database.integer("PRAGMA user_version") == 2)
        #expect(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'rest'") == 0)
        #expect(try opener().openForWriting(path).integer("SELECT count(*) FROM migration") == 2)
    }

    @Test(
        "a file of another kind is rejected, and stays unchanged to the byte",
        arguments: [
            ("CREATE TABLE theirs(a); PRAGMA application_id = 7", DatabaseError.foreign(applicationID: 7)),
            ("CREATE TABLE theirs(a)", .foreign(applicationID: 0)),
            ("PRAGMA application_id = \(id); PRAGMA user_version = 3", .newer(version: 3)),
            ("PRAGMA application_id = \(id); PRAGMA user_version = -1", .newer(version: -1)),
        ])
    func foreign(sql: String, error: DatabaseError) throws {
        try Connection(path, mode: .readWriteCreate).execute(sql)
        try checkRejected(error)
    }

    @Test("a file that is not a database is rejected, and stays unchanged to the byte")
    func noDatabase() throws {
        try directory.write("things.db", Array(String(repeating: "my diary\n", count: 1000).utf8))
        try checkRejected(.notADatabase)
    }

    private func checkRejected(_ error: DatabaseError) throws {
        let before = try directory.bytes("things.db")
        #expect(throws: error) { try opener().openForWriting(path) }
        #expect(throws: error) { try opener().openForReading(path) }
        #expect(try directory.bytes("things.db") == before)
    }

    @Test("a database without tables is completed by a writer, and too old for a reader")
    func unfinished() throws {
        try directory.write("things.db", [])
        #expect(throws: DatabaseError.older(version: 0)) { try opener().openForReading(path) }
        #expect(try opener().openForWriting(path).integer("PRAGMA user_version") == 2)
    }

    @Test("a file that cannot be created is reported with the reason")
    func notCreatable() throws {
        #expect(
            throws: DatabaseError.cannotCreate(
                reason: "\(directory.file("nowhere/things.db")): open: No such file or directory")
        ) { try opener().openForWriting(directory.file("nowhere/things.db")) }
    }

    @Test("a pipe in place of the file is rejected without blocking")
    func pipe() throws {
        // The path is lent to the calls as a C string.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Open at both ends, so that a failure does not block the test.
        let number = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK)
        defer { close(number) }
        let error = DatabaseError.notRegularFile(isDirectory: false)
        #expect(throws: error) { try opener().openForWriting(path) }
        #expect(throws: error) { try opener().openForReading(path) }
    }

    @Test("a directory in place of the file is reported as one")
    func directoryAtPath() throws {
        let error = DatabaseError.notRegularFile(isDirectory: true)
        #expect(throws: error) { try opener().openForWriting(directory.path) }
        #expect(throws: error) { try opener().openForReading(directory.path) }
        let advice = DatabaseError.Advice(notFound: "", older: "", corrupt: "")
        #expect(error.description(path: "/a", advice: advice) == "/a: a directory, not a file; fix: move it away")
    }

    @Test(
        "a full disk leaves no room for a log, but a file without one can be read",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func fullDisk() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        var writer: Connection? = try opener().openForWriting(disk.file("things.db"))
        try writer?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        writer = nil
        for suffix in ["-wal", "-shm"] { _ = unsafe unlink(disk.file("things.db") + suffix) }
        try disk.fill()
        #expect(try opener().openForReading(disk.file("things.db")).integer("SELECT sum(a) FROM thing") == 7)
        let error = #expect(throws: DatabaseError.self) { try opener().openForWriting(disk.file("things.db")) }
        guard case .sqlite(let cause)? = error, cause.isFull else { throw Failure() }
    }

    @Test("every error has a description of one line with the path")
    func descriptions() {
        let advice = DatabaseError.Advice(notFound: "no things", older: "fix: migrate", corrupt: "fix: delete it")
        let codes: [Int32] = [1, 5, 8, 11, 13, 14, 26]
        let errors: [DatabaseError] =
            [
                .notFound, .foreign(applicationID: 1), .notADatabase, .newer(version: 9), .older(version: 0),
                .cannotCreate(reason: "why"), .notRegularFile(isDirectory: true), .notRegularFile(isDirectory: false),
            ]
            + codes.map { .sqlite(SQLiteError(extendedCode: $0, message: "message \($0)", sql: "SELECT 1\n FROM a")) }
        let texts = errors.map { $0.description(path: path, advice: advice) }
        #expect(texts.allSatisfy { $0.hasPrefix("\(path): ") && !$0.contains("\n") })
        #expect(Set(texts).count == texts.count)
        #expect(texts[0] == "\(path): no things")
        #expect(errors.filter(\.isUnusableFile).count == 6)
    }

    private struct Failure: Error {}
}
