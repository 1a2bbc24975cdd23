import Basics
import Glibc
import History
import Linux
import Location
import SQLite
import TestSupport
import Testing

/// The file of a history: creation, recognition and migration.
struct HistoryFileTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
    }

    private func connection() throws -> Connection {
        try Connection(path, mode: .readWriteCreate)
    }

    private func open(_ access: SQLiteHistory.Access = .readWrite) throws -> SQLiteHistory {
        try SQLiteHistory(path: path, access: access)
    }

    @Test("a new file is configured for small durable writes, readable by its group only")
    func new() throws {
        let history = try open()
        _ = try history.append(try Sample.points(0..<3))
        let database = try connection()
        #expect(try database.integer("PRAGMA page_size") == 1024)
        #expect(try database.integer("PRAGMA auto_vacuum") == 2)
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("PRAGMA application_id") == 0x5749_4D48)
        #expect(try database.integer("PRAGMA user_version") == 6)
        for name in ["history.db", "history.db-wal", "history.db-shm"] {
            let stat = try ChildProcess("/bin/sh", ["-c", "test $(stat -c %a '\(directory.file(name))') = 640"])
            #expect(stat.wait(atMost: .seconds(60)) == .exited(0))
        }
    }

    @Test("points persist when the file is opened again, also for reading")
    func again() throws {
        _ = try open().append(try Sample.points(0..<3))
        #expect(try open().points().count == 3)
        #expect(try open(.readOnly).points().count == 3)
        #expect(try connection().integer("SELECT count(*) FROM migration") == 6)
    }

    @Test(
        "the last place events come in order of recording, whatever their times",
        arguments: [(0, []), (2, [5, 7]), (9, [90, 5, 7])])
    func lastOfPlaces(count: Int, seconds: [Double]) throws {
        let history = try open()
        let recorded = [90, 5, 7].map { Sample.event(.enter, at: $0) }
        for event in recorded { _ = try history.append(events: [event]) }
        let last = try open(.readOnly).lastPlaceEvents(limit: count)
        #expect(last.map(\.moment) == seconds.map { Sample.time($0) })
    }

    @Test("a file opened for reading cannot be changed, and is not created")
    func readOnly() throws {
        let error = #expect(throws: HistoryError.self) { try open(.readOnly) }
        #expect(error == .file(path: path, .notFound))
        #expect(directory.names == [])
        _ = try open()
        let reader = try open(.readOnly)
        #expect(throws: HistoryError.self) { try reader.append(try Sample.points(0..<1)) }
        #expect(throws: HistoryError.self) { try reader.prune(before: Sample.start) }
        #expect(try reader.points() == [])
    }

    @Test("another program's database is rejected, and stays unchanged to the byte", arguments: [0, 7])
    func foreign(id: Int64) throws {
        try autoclosed {
            try $0.execute("PRAGMA application_id = \(id); CREATE TABLE theirs(a); PRAGMA journal_mode=WAL")
        }
        let before = try directory.bytes("history.db")
        for access in [SQLiteHistory.Access.readWrite, .readOnly] {
            let error = #expect(throws: HistoryError.self) { try open(access) }
            #expect(error == .file(path: path, .foreign(applicationID: id)))
        }
        #expect(try directory.bytes("history.db") == before)
    }

    @Test("a file that is not a database is rejected, and stays unchanged to the byte")
    func noDatabase() throws {
        let text = Array(String(repeating: "my diary\n", count: 1000).utf8)
        try directory.write("history.db", text)
        for access in [SQLiteHistory.Access.readWrite, .readOnly] {
            let error = #expect(throws: HistoryError.self) { try open(access) }
            #expect(error == .file(path: path, .notADatabase))
        }
        #expect(try directory.bytes("history.db") == text)
    }

    @Test("a database of an unknown schema is rejected, and stays unchanged", arguments: [99, -1] as [Int64])
    func newer(version: Int64) throws {
        _ = try open().append(try Sample.points(0..<3))
        try autoclosed { try $0.execute("PRAGMA user_version = \(version); PRAGMA wal_checkpoint(TRUNCATE)") }
        let before = try directory.bytes("history.db")
        for access in [SQLiteHistory.Access.readWrite, .readOnly] {
            let error = #expect(throws: HistoryError.self) { try open(access) }
            #expect(error == .file(path: path, .newer(version: version)))
        }
        #expect(try directory.bytes("history.db") == before)
    }

    @Test("an unfinished database is completed by a writer, and reported to a reader")
    func unfinished() throws {
        try autoclosed { try $0.execute("PRAGMA page_size = 1024; PRAGMA journal_mode = WAL") }
        let error = #expect(throws: HistoryError.self) { try open(.readOnly) }
        #expect(error == .file(path: path, .older(version: 0)))
        #expect(try open().append(try Sample.points(0..<3)) == 3)
    }

    @Test("a file that cannot be created is reported with the reason")
    func notCreatable() throws {
        let error = #expect(throws: HistoryError.self) {
            try SQLiteHistory(path: directory.file("nowhere/history.db"), access: .readWrite)
        }
        #expect(error?.description.hasSuffix("nowhere/history.db: open: No such file or directory") == true)
    }

    @Test(
        "without room for a log the file can still be read, and a writer gets the reason",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func fullDisk() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let file = disk.file("history.db")
        let made = try open()
        _ = try made.append(try Sample.points(0..<3))
        try made.vacuum()
        let copy = try ChildProcess("/bin/cp", [path, file])
        #expect(copy.wait(atMost: .seconds(60)) == .exited(0))
        try disk.fill()
        #expect(try SQLiteHistory(path: file, access: .readOnly).points().count == 3)
        let error = #expect(throws: HistoryError.self) { try SQLiteHistory(path: file, access: .readWrite) }
        #expect(error?.description == "\(file): no space left on the disk")
    }

    @Test("pruning returns space to the file system, and vacuuming minimises the file")
    func givesBack() throws {
        let history = try open()
        _ = try history.bulkAppend(try Sample.points(stride(from: 0, to: 720_000, by: 40)))
        let full = try history.info()
        #expect(try history.prune(before: Sample.time(360_000)) == 9000)
        let half = try history.info()
        #expect(half.bytes < full.bytes * 2 / 3 && half.freeBytes == 0)
        _ = try history.append(try Sample.points(720_000..<730_000))
        try history.seal(before: Sample.time(800_000))
        try history.vacuum()
        #expect(try history.info().freeBytes == 0)
        #expect(try directory.bytes("history.db").count == history.info().bytes)
        #expect(try history.points().count == 19_000)
    }

    @Test("devices without points make room for others")
    func unusedDevices() throws {
        let history = try open()
        _ = try history.append(try Sample.points(0..<1))
        try fill(upTo: 16_383)
        #expect(try history.append(try Sample.points(0..<1, device: "new")) == 1)
        #expect(try history.deviceNames() == [Sample.device, "new"].sorted())
        #expect(try history.points().map(\.fix.device) == [Sample.device, "new"].sorted())
        #expect(!history.hasDeviceOverflow)
    }

    @Test("beyond the maximum, devices share a name, and recording continues")
    func deviceLimit() throws {
        let history = try open()
        _ = try history.append(try Sample.points(0..<1))
        try fill(upTo: 16_383)
        try autoclosed {
            try $0.execute(
                "INSERT INTO recent(key, latitude, longitude, state) SELECT id, 0, 0, 1 FROM device WHERE id > 300")
        }
        for name in ["one too many", "another"] {
            #expect(try history.append(try Sample.points(5..<6, device: name)) == (name == "another" ? 0 : 1))
        }
        #expect(history.hasDeviceOverflow)
        #expect(try history.points(PointQuery(device: "other receivers")).map(\.timestamp) == [Sample.time(5)])
        #expect(try history.append(try Sample.points(0..<2)) == 1)
    }

    /// Adds devices without points.
    private func fill(upTo last: Int) throws {
        try autoclosed {
            try $0.execute(
                """
                WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < \(last))
                INSERT INTO device SELECT n, 'd' || n FROM number
                """)
        }
    }

    @Test("several connections read snapshots while one writes")
    func readers() throws {
        let writer = try open()
        _ = try writer.append(try Sample.points(0..<10))
        let reader = try open(.readOnly)
        var seen = 0
        _ = try reader.forEachPoint(.all) { _ in
            if seen == 0 {
                try writer.seal(before: Timestamp(milliseconds: .max))
                _ = try writer.append(try Sample.points(10..<20))
            }
            seen += 1
        }
        #expect(seen == 10)
        #expect(try reader.points().count == 20)
    }

    @Test("the description of an error is one line with the path")
    func descriptions() {
        let full = SQLiteError(extendedCode: 13, message: "database or disk is full", sql: "COMMIT")
        let faults: [DatabaseError] = [
            .notFound, .foreign(applicationID: 1), .notADatabase, .notRegularFile(isDirectory: true),
            .newer(version: 9), .older(version: 0),
            .cannotCreate(reason: "why"), .sqlite(full),
            .sqlite(SQLiteError(extendedCode: 5, message: "busy", sql: "BEGIN")),
            .sqlite(SQLiteError(extendedCode: 11, message: "malformed", sql: "BEGIN")),
            .sqlite(SQLiteError(extendedCode: 10, message: "disk I/O error", sql: "SELECT 1\n FROM a")),
        ]
        let errors =
            faults.map { HistoryError.file(path: path, $0) } + [.tooManyDevices(path: path), .moved(path: path)]
        for error in errors {
            #expect(error.description.contains(path) && !error.description.contains("\n"))
        }
        #expect(Set(errors.map(\.description)).count == errors.count)
    }

    private func autoclosed(_ body: (Connection) throws -> Void) throws {
        try body(try connection())
    }

    @Test(
        "a pipe instead of a file is rejected, without blocking",
        arguments: [SQLiteHistory.Access.readOnly, .readWrite])
    func pipe(access: SQLiteHistory.Access) throws {
        // The path is lent to the calls as a C string.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Open at both ends, so that a failure does not block the test.
        let number = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK)
        defer { close(number) }
        #expect(throws: HistoryError.file(path: path, .notRegularFile(isDirectory: false))) { _ = try open(access) }
    }

    @Test("credentials that an earlier version has stored are removed from the file, and not shown even before")
    func credentials() throws {
        let names = ["ntrip://joe:s3cret@c.example/M", "NTRIP://s3cret@c.example/M", "/dev/ttyUSB0"]
        let paths = ["NTRIP://c.example/M", "ntrip://c.example/M"]
        do {
            let history = try open()
            for (index, name) in ["a", "b", names[2]].enumerated() {
                let start = Double(index * 10)
                _ = try history.append((0..<3).map { try Sample.point(start + Double($0), device: name) })
            }
            let database = try connection()
            for (name, former) in zip(names, ["a", "b"]) {
                try database.execute("UPDATE device SET name = '\(name)' WHERE name = '\(former)'")
            }
            try database.execute("INSERT INTO device(name) VALUES('ntrip://c.example/M')")
            try database.execute("INSERT INTO late_run(device, first, last) VALUES('\(names[0])', 1, 2)")
        }
        #expect(try open(.readOnly).deviceNames().allSatisfy { !$0.contains("s3cret") })
        let history = try open()
        #expect(Set(try history.deviceNames()) == Set(paths + ["ntrip://c.example/M (2)", names[2]]))
        #expect(try history.points().count == 9)
        #expect(try history.points(PointQuery(device: names[1])).count == 3)
        for file in ["history.db", "history.db-wal"] {
            let bytes = (try? FileContents.read(directory.file(file))) ?? []
            #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret"))
        }
        _ = try history.append([try Sample.point(100, device: names[0])])
        #expect(try history.deviceNames().allSatisfy { !$0.contains("s3cret") })
    }
}
