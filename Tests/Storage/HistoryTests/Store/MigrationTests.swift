import Linux
import SQLite
import TestSupport
import Testing

@testable import History

/// Files of older programs: readable, migrated by a writer, without loss.
struct MigrationTests {
    private let directory: ScratchDirectory
    private let path: String

    /// Creates a file of the first version, with sealed points and rows.
    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(try Sample.points(stride(from: 0, to: 7200, by: 100)))
        try history.seal(before: Sample.time(3600))
        try history.connection.execute(
            """
            DROP TABLE occurrence; DROP TABLE late_run; DROP TABLE identity; DROP TABLE track_part;
            DROP TABLE import; DROP TABLE import_hour; DROP TABLE removal;
            DELETE FROM migration WHERE version > 1; PRAGMA user_version = 1
            """)
    }

    private func check(_ history: SQLiteHistory, events: Int) throws {
        #expect(try history.points().seconds == Array(stride(from: 0, to: 7200, by: 100)))
        #expect(try history.events().count == events)
        #expect(try history.info().placeEvents == events)
        let check = try history.verify()
        #expect(check.isGood && check.fixes == 72 && check.placeEvents == events)
    }

    @Test("an older file can be read, and has no place events")
    func reads() throws {
        try check(try SQLiteHistory(path: path, access: .readOnly), events: 0)
        let connection = try Connection(path, mode: .readOnly)
        #expect(try connection.integer("PRAGMA user_version") == 1)
    }

    @Test("a writer migrates the file, and keeps its content")
    func migrates() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(events: Sample.visits([10, 20]))
        try check(history, events: 2)
        try check(try SQLiteHistory(path: path, access: .readOnly), events: 2)
        #expect(try history.connection.integer("PRAGMA user_version") == 6)
        #expect(
            try history.connection.text("SELECT group_concat(name, '; ') FROM migration ORDER BY version")
                == "points, segments, outlines and areas; place events; late runs and identity; summaries of tracks; imports; "
                + "authors of events"
        )
    }

    @Test("a file of the second version has neither late runs nor an identity until a writer opens it")
    func lateRuns() throws {
        try Connection(path, mode: .readWrite).execute(HistorySchema.placeEvents + "; PRAGMA user_version = 2")
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        #expect(try reader.lateRuns(after: 0, limit: 9) == [] && reader.lastLateRun() == 0)
        #expect(try reader.identity() == nil)
        #expect(try reader.newestTime() == Sample.time(7100))
        try check(reader, events: 0)
        let writer = try SQLiteHistory(path: path, access: .readWrite)
        _ = try writer.append(try Sample.points([50]))
        #expect(try reader.lateRuns(after: 0, limit: 9).map(\.first) == [Sample.time(50)])
        #expect(try reader.lastLateRun() == 1)
        #expect(try reader.identity() == writer.identity() && reader.identity() != nil)
    }

    @Test("a reader with the file open sees the migration and later events")
    func meanwhile() throws {
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        try check(reader, events: 0)
        let writer = try SQLiteHistory(path: path, access: .readWrite)
        _ = try writer.append(events: Sample.visits([10, 20]))
        try check(reader, events: 2)
    }

    @Test("a crash during the migration keeps the file, and the next start migrates it")
    func crash() throws {
        let connection = try Connection(path, mode: .readWrite)
        // A small cache and many changes write the log before the commit.
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
        try check(try SQLiteHistory(path: directory.file("crashed.db"), access: .readOnly), events: 0)
        let history = try SQLiteHistory(path: directory.file("crashed.db"), access: .readWrite)
        #expect(try history.append(events: Sample.visits([10, 20])) == 2)
        try check(history, events: 2)
    }

    @Test("a failed migration keeps the file, which can still be read")
    func fails() throws {
        try Connection(path, mode: .readWrite).execute("CREATE TABLE occurrence(a)")
        #expect(throws: HistoryError.self) { try SQLiteHistory(path: path, access: .readWrite) }
        try check(try SQLiteHistory(path: path, access: .readOnly), events: 0)
    }

    @Test(
        "without room for the migration the file can be read, and a writer gets the reason",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func fullDisk() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        try Connection(path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = disk.file("history.db")
        #expect(try ChildProcess("/bin/cp", [path, file]).wait(atMost: .seconds(60)) == .exited(0))
        try disk.fill()
        try check(try SQLiteHistory(path: file, access: .readOnly), events: 0)
        #expect(throws: HistoryError.self) { try SQLiteHistory(path: file, access: .readWrite) }
        try disk.clear()
        let history = try SQLiteHistory(path: file, access: .readWrite)
        _ = try history.append(events: Sample.visits([10]))
        try check(history, events: 1)
    }
}
