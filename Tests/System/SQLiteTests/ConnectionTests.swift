import Glibc
import SQLite
import TestSupport
import Testing

struct ConnectionTests {
    private struct Stop: Error {}

    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("a b?mode=memory#%41.db")
    }

    private func table(in path: String) throws -> Connection {
        let database = try Connection(path, mode: .readWriteCreate, busyTimeout: .zero)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE number(value INTEGER)")
        return database
    }

    @Test("a path may contain any character")
    func anyPath() throws {
        _ = try table(in: path)
        #expect(directory.names == ["a b?mode=memory#%41.db"])
    }

    @Test(
        "a missing database is created only in the mode for it",
        arguments: [OpenMode.readOnly, .readWrite])
    func absent(mode: OpenMode) throws {
        let error = #expect(throws: SQLiteError.self) { try Connection(path, mode: mode) }
        #expect(error?.isCannotOpen == true)
        #expect(error?.sql == "open \(path)")
        #expect(directory.names == [])
    }

    @Test(
        "a pipe or a directory in place of one of its files is an error, not a wait",
        arguments: ["", "-wal", "-shm", "-journal"], [OpenMode.readOnly, .immutable, .readWrite, .readWriteCreate])
    func obstructed(suffix: String, mode: OpenMode) throws {
        for isDirectory in [false, true] {
            let path = directory.file("\(isDirectory).db")
            if !suffix.isEmpty { _ = try table(in: path) }
            // The path is lent to the calls as a C string.
            #expect(unsafe (isDirectory ? mkdir(path + suffix, 0o700) : mkfifo(path + suffix, 0o600)) == 0)
            let error = try #require(throws: SQLiteError.self) { try Connection(path, mode: mode).execute("SELECT 1") }
            #expect(error.isCannotOpen && error.isObstructed)
            let file = suffix.isEmpty ? "" : "\(path)\(suffix): "
            #expect(error.message == file + (isDirectory ? "Is a directory" : "Invalid argument"))
        }
    }

    @Test(
        "root follows its own links for writing, and no other user's", .enabled(if: geteuid() == 0),
        arguments: [OpenMode.readWrite, .readWriteCreate])
    func links(mode: OpenMode) throws {
        let secret = directory.file("root's")
        try directory.write("root's", [])
        let link = directory.file("history.db")
        // The paths are lent to the calls as C strings.
        #expect(unsafe symlink(secret, link) == 0)
        #expect(unsafe lchown(link, 12_345, 12_345) == 0)
        let error = #expect(throws: SQLiteError.self) {
            try Connection(link, mode: mode).execute("CREATE TABLE number(value INTEGER)")
        }
        #expect(error?.isCannotOpen == true && error?.message.contains("a link that is not root's") == true)
        #expect(directory.names == ["history.db", "root's"])
        #expect(try directory.bytes("root's") == [])
        #expect(unsafe lchown(link, 0, 0) == 0)
        try Connection(link, mode: mode).execute("CREATE TABLE number(value INTEGER)")
        #expect(try !directory.bytes("root's").isEmpty)
    }

    @Test("a read-only connection cannot write")
    func readOnly() throws {
        let writer = try table(in: path)
        let reader = try Connection(path, mode: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO number VALUES(1)") }
        #expect(error?.isReadOnly == true)
        try writer.execute("INSERT INTO number VALUES(2)")
        #expect(try reader.integer("SELECT value FROM number") == 2)
    }

    @Test("a transaction is committed as a whole")
    func commit() throws {
        let database = try table(in: path)
        let answer = try database.transaction {
            #expect(database.isInTransaction)
            try database.execute("INSERT INTO number VALUES(1)")
            return 7
        }
        #expect(answer == 7 && !database.isInTransaction)
        #expect(try Connection(path, mode: .readOnly).integer("SELECT count(*) FROM number") == 1)
    }

    @Test("a transaction whose body throws is rolled back, and the next one works")
    func rollback() throws {
        let database = try table(in: path)
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.execute("INSERT INTO number VALUES(1)")
                throw Stop()
            }
        }
        #expect(!database.isInTransaction)
        #expect(try database.integer("SELECT count(*) FROM number") == 0)
        try database.transaction { try database.execute("INSERT INTO number VALUES(2)") }
        #expect(try database.integer("SELECT count(*) FROM number") == 1)
    }

    @Test("another connection's lock is reported as busy, and is released with its transaction")
    func busy() throws {
        let first = try table(in: path)
        let second = try Connection(path, mode: .readWrite, busyTimeout: .zero)
        try first.transaction {
            let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
            #expect(error?.isBusy == true)
        }
        try second.transaction { try second.execute("INSERT INTO number VALUES(1)") }
    }

    @Test("a reader in a transaction sees one snapshot, whatever is written meanwhile")
    func snapshot() throws {
        let writer = try table(in: path)
        let reader = try Connection(path, mode: .readOnly)
        try reader.transaction(.deferred) {
            #expect(try reader.integer("SELECT count(*) FROM number") == 0)
            try writer.execute("INSERT INTO number VALUES(1)")
            #expect(try reader.integer("SELECT count(*) FROM number") == 0)
        }
        #expect(try reader.integer("SELECT count(*) FROM number") == 1)
    }

    @Test("a file that is not a database is reported and stays unchanged")
    func noDatabase() throws {
        let bytes = Array(repeating: Array("not a database\n".utf8), count: 200).flatMap { $0 }
        try directory.write("text.db", bytes)
        let database = try Connection(directory.file("text.db"), mode: .readWriteCreate)
        let error = #expect(throws: SQLiteError.self) { try database.execute("CREATE TABLE a(b)") }
        #expect(error?.isNotADatabase == true && error?.isCorrupt == true)
        #expect(try directory.bytes("text.db") == bytes)
    }

    @Test("a damaged page is reported as corruption")
    func corrupt() throws {
        var database: Connection? = try table(in: directory.file("bad.db"))
        try database?.execute("INSERT INTO number VALUES(1); PRAGMA wal_checkpoint(TRUNCATE)")
        database = nil
        var bytes = try directory.bytes("bad.db")
        for index in 4096..<8192 { bytes[index] = 0xFF }
        try directory.write("bad.db", bytes)
        let error = #expect(throws: SQLiteError.self) {
            try Connection(directory.file("bad.db"), mode: .readOnly).integer("SELECT value FROM number")
        }
        #expect(error?.isCorrupt == true && error?.isNotADatabase == false)
    }

    @Test("a persistent log lets a reader in after all other connections closed")
    func keepsLog() throws {
        let path = directory.file("persistent.db")
        var database: Connection? = try table(in: path)
        database?.persistWriteAheadLog()
        database = nil
        #expect(directory.names == ["persistent.db", "persistent.db-shm", "persistent.db-wal"])
        #expect(try Connection(path, mode: .readOnly).integer("SELECT count(*) FROM number") == 0)
        #expect(try Connection(path, mode: .immutable).integer("SELECT count(*) FROM number") == 0)
    }

    @Test(
        "a full disk is reported, loses nothing committed, and writes succeed once there is room",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func full() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let database = try table(in: disk.file("full.db"))
        try database.execute("INSERT INTO number VALUES(1)")
        try disk.fill()
        let large = "INSERT INTO number VALUES(zeroblob(300000))"
        let error = #expect(throws: SQLiteError.self) { try database.transaction { try database.execute(large) } }
        #expect(error?.isFull == true)
        #expect(!database.isInTransaction)
        #expect(try database.integer("SELECT count(*) FROM number") == 1)
        try disk.clear()
        try database.transaction { try database.execute(large) }
        #expect(try database.text("PRAGMA integrity_check") == "ok")
    }
}
