import Linux
import SQLite
import TestSupport
import Testing

@testable import History

/// Files of older programs: read as they are, brought up to date by whoever writes, and lost by nothing in between.
struct MigrationTests {
    private let directory: ScratchDirectory
    private let path: String

    /// A file of the first version, with sealed points and rows.
    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(try Sample.points(stride(from: 0, to: 7200, by: 100)))
        try history.seal(before: Sample.time(3600))
        try history.connection.execute(
            "DROP TABLE occurrence; DELETE FROM migration WHERE version > 1; PRAGMA user_version = 1")
    }

    private func check(_ history: SQLiteHistory, occurrences: Int) throws {
        #expect(try history.points().seconds == Array(stride(from: 0, to: 7200, by: 100)))
        #expect(try history.happened().count == occurrences)
        #expect(try history.info().placeEvents == occurrences)
        let check = try history.verify()
        #expect(check.isGood && check.fixes == 72 && check.placeEvents == occurrences)
    }

    @Test("an older file is read as it is, and nothing has happened in it")
    func reads() throws {
        try check(try SQLiteHistory(path: path, access: .readOnly), occurrences: 0)
        let connection = try Connection(path, mode: .readOnly)
        #expect(try connection.integer("PRAGMA user_version") == 1)
    }

    @Test("a writer brings it up to date, and keeps what is there")
    func migrates() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(events: Sample.visits([10, 20]))
        try check(history, occurrences: 2)
        try check(try SQLiteHistory(path: path, access: .readOnly), occurrences: 2)
        #expect(try history.connection.integer("PRAGMA user_version") == 2)
        #expect(
            try history.connection.text("SELECT group_concat(name, '; ') FROM migration ORDER BY version")
                == "points, segments, outlines and areas; place events")
    }

    @Test("a reader that has it open meanwhile sees what happens from then on")
    func meanwhile() throws {
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        try check(reader, occurrences: 0)
        let writer = try SQLiteHistory(path: path, access: .readWrite)
        _ = try writer.append(events: Sample.visits([10, 20]))
        try check(reader, occurrences: 2)
    }

    @Test("a crash in the middle of it leaves the file as it was, and the next start brings it up to date")
    func crash() throws {
        let connection = try Connection(path, mode: .readWrite)
        // With a small cache and much that is changed, it is in the log before it is committed.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 10; BEGIN IMMEDIATE")
        try connection.execute(HistorySchema.placeEvents + "; PRAGMA user_version = 2")
        try connection.execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
            INSERT INTO occurrence(moment, since, kind, place) SELECT n, n, 'enter', 'Home' FROM number
            """)
        #expect(try directory.bytes("history.db-wal").count > 10_000)
        for suffix in ["", "-wal"] {
            try directory.write("crashed.db" + suffix, directory.bytes("history.db" + suffix))
        }
        try connection.execute("ROLLBACK")
        try check(try SQLiteHistory(path: directory.file("crashed.db"), access: .readOnly), occurrences: 0)
        let history = try SQLiteHistory(path: directory.file("crashed.db"), access: .readWrite)
        #expect(try history.append(events: Sample.visits([10, 20])) == 2)
        try check(history, occurrences: 2)
    }

    @Test("where it cannot be brought up to date, it stays as it was, and is read all the same")
    func fails() throws {
        try Connection(path, mode: .readWrite).execute("CREATE TABLE occurrence(a)")
        #expect(throws: HistoryError.self) { try SQLiteHistory(path: path, access: .readWrite) }
        try check(try SQLiteHistory(path: path, access: .readOnly), occurrences: 0)
    }

    @Test(
        "where there is no room to bring it up to date, it is read, and a writer is told why not",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func fullDisk() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        try Connection(path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = disk.file("history.db")
        #expect(try ChildProcess("/bin/cp", [path, file]).wait(atMost: .seconds(5)) == .exited(0))
        try disk.fill()
        try check(try SQLiteHistory(path: file, access: .readOnly), occurrences: 0)
        #expect(throws: HistoryError.self) { try SQLiteHistory(path: file, access: .readWrite) }
        try disk.clear()
        let history = try SQLiteHistory(path: file, access: .readWrite)
        _ = try history.append(events: Sample.visits([10]))
        try check(history, occurrences: 1)
    }
}
