import Basics
import Location
import SQLite
import Simulator
import TestSupport
import Testing

@testable import History

/// Damage to the file loses what it hits, and nothing else.
struct DamageTests {
    private let directory: ScratchDirectory
    private let path: String
    private let history: SQLiteHistory

    /// Three full hours and some rows, with a known path.
    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append(try Sample.points(stride(from: 0, to: 14_400, by: 10)))
        _ = try history.append(events: Sample.visits(stride(from: 0, to: 14_400, by: 10)))
        try history.seal(before: Sample.time(10_800))
    }

    private func spoil(_ sql: String) throws {
        try Connection(path, mode: .readWrite).execute(sql)
    }

    private func read(_ query: PointQuery = .all) throws -> (seconds: [Int], damaged: [DamagedSegment]) {
        var points: [TrackPoint] = []
        let damaged = try history.forEachPoint(query) { points.append($0) }
        return (points.seconds, damaged)
    }

    private static let damages = [
        "UPDATE segment SET blob = CAST(substr(blob, 1, 200) || x'00' || substr(blob, 202) AS BLOB) WHERE id = 2",
        "UPDATE segment SET blob = x'' WHERE id = 2",
        "UPDATE segment SET blob = substr(blob, 1, 50) WHERE id = 2",
        "UPDATE segment SET blob = CAST(x'ff' || substr(blob, 2) AS BLOB) WHERE id = 2",
        "UPDATE segment SET blob = (SELECT blob FROM segment WHERE id = 1) WHERE id = 2",
        "UPDATE segment SET count = 1 WHERE id = 2",
    ]

    @Test("a damaged segment loses its own points only, and is reported", arguments: damages)
    func segment(damage: String) throws {
        try spoil(damage)
        let (seconds, damaged) = try read()
        #expect(seconds == Array(stride(from: 0, to: 3600, by: 10)) + Array(stride(from: 7200, to: 14_400, by: 10)))
        #expect(damaged.map(\.first) == [Sample.time(3600)])
        #expect(
            damaged.first?.description.hasPrefix("segment of /dev/ttyUSB0 from 2026-01-01T01:00:00.000Z to ") == true)
        #expect(try read(PointQuery(from: Sample.time(7200))).damaged == [])
        let check = try history.verify()
        #expect(check.damaged.map(\.first) == [Sample.time(3600)])
        #expect(check.fixes == 1440 - 360 && check.segments == 3 && check.issues == [])
    }

    @Test(
        "an invalid row of an event is skipped, and verification finds it",
        arguments: ["kind = 'flown'", "place = ''", "moment = 253402300799999, since = 0, kind = 'x'"])
    func event(damage: String) throws {
        try spoil("UPDATE occurrence SET \(damage) WHERE id = 7")
        #expect(try history.events().count == 1439)
        let check = try history.verify()
        #expect(check.placeEvents == 1439 && check.issues.count == 1 && check.damaged == [])
    }

    @Test(
        "an invalid row of late points is skipped, and verification finds it",
        arguments: ["first = last + 1", "last = -1, first = -2", "id = -1", "last = 253402300800000"])
    func lateRun(damage: String) throws {
        for second in [5, 25] { _ = try history.append(try Sample.points([second])) }
        try spoil("UPDATE late_run SET \(damage) WHERE id = 1")
        #expect(try history.lateRuns(after: 0, limit: 1).map(\.first) == [Sample.time(25)])
        #expect(try history.verify().issues.count == 1)
    }

    @Test("a missing identity is found, and the history can be used")
    func identity() throws {
        try spoil("DELETE FROM identity")
        #expect(try history.identity() == nil)
        #expect(try history.append(try Sample.points([5])) == 1)
        #expect(try history.verify().issues.count == 1)
    }

    @Test("neighbours skip damage and report it")
    func neighbours() throws {
        try spoil(Self.damages[0])
        let answer = try history.neighbours(of: Sample.time(5000), device: nil)
        #expect(answer.before?.timestamp == Sample.time(3590))
        #expect(answer.after?.timestamp == Sample.time(7200))
        #expect(Set(answer.damaged.map(\.first)) == [Sample.time(3600)])
        #expect(try history.neighbours(of: Sample.time(8000), device: nil).damaged == [])
    }

    @Test("late points of a damaged hour are stored beside it", arguments: damages[..<4])
    func late(damage: String) throws {
        try spoil(damage)
        let late = try Sample.points(stride(from: 3600, to: 7200, by: 100))
        #expect(try history.bulkAppend(late) == 35)
        #expect(try history.append(try Sample.points([3605])) == 1)
        try history.seal(before: Sample.time(14_400))
        let (seconds, damaged) = try read(PointQuery(from: Sample.time(3600), to: Sample.time(7199)))
        #expect(seconds == [3605] + Array(stride(from: 3700, to: 7200, by: 100)))
        #expect(damaged.count == 1)
    }

    @Test("thinning and pruning skip damage, and terminate")
    func retention() throws {
        try spoil(Self.damages[0])
        let rule = ThinningRule(age: .zero, movingInterval: .seconds(60), stationaryInterval: .seconds(60))
        var rounds = 0
        while try !history.apply(Retention(thinning: [rule]), at: Sample.time(20_000)), rounds < 5 { rounds += 1 }
        #expect(rounds < 5)
        #expect(try read(PointQuery(to: Sample.time(3599))).seconds.count == 60)
        #expect(try history.prune(before: Sample.time(5000)) == 60)
        #expect(try read().damaged.count == 1)
        #expect(try history.prune(before: Sample.time(7200)) == 360)
        #expect(try read().damaged == [])
    }

    @Test(
        "a wrong line or box is found",
        arguments: [
            "DELETE FROM outline WHERE start = (SELECT start FROM segment WHERE id = 2)",
            "UPDATE outline SET blob = x'0102' WHERE start = (SELECT start FROM segment WHERE id = 2)",
            "DELETE FROM area WHERE id = 2", "UPDATE area SET south = 80, north = 81 WHERE id = 2",
        ])
    func beside(damage: String) throws {
        try spoil(damage)
        #expect(try history.verify().damaged.map(\.first) == [Sample.time(3600)])
        #expect(try read().damaged == [])
    }

    @Test("an invalid row of a point is skipped, and found")
    func row() throws {
        try spoil("UPDATE recent SET latitude = 9000000000 WHERE key = (SELECT min(key) FROM recent)")
        #expect(try read().seconds.count == 1439)
        #expect(try history.verify().issues.count == 1)
    }

    /// Returns the pages of a table by kind: `leaf`, `internal` or `overflow`.
    private func pages(of table: String, _ kind: String) throws -> [Int] {
        let database = try Connection(path, mode: .readWrite)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let query = try database.prepare("SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = '\(kind)'")
        var pages: [Int] = []
        while try query.step() { pages.append(Int(query.integer(at: 0) ?? 0)) }
        return pages
    }

    /// Returns a copy in which a page is noise.
    private func copy(spoiling page: Int) throws -> SQLiteHistory {
        var bytes = try directory.bytes("history.db")
        let range = (page - 1) * 1024..<page * 1024
        bytes.replaceSubrange(range, with: [UInt8](repeating: 0xA5, count: range.count))
        let name = "page\(page).db"
        try directory.write(name, bytes)
        return try SQLiteHistory(path: directory.file(name), access: .readOnly)
    }

    @Test("a damaged page loses the segments on it, which are reported", arguments: ["leaf", "overflow"])
    func page(kind: String) throws {
        _ = try history.bulkAppend(try Sample.points(stride(from: 14_400, to: 36_000, by: 3)))
        let whole = try read().seconds
        for page in try pages(of: "segment", kind) {
            let store = try copy(spoiling: page)
            var points: [TrackPoint] = []
            let damaged = try store.forEachPoint(.all) { points.append($0) }
            let hours = Set(damaged.map { Hour(containing: $0.first) })
            #expect(!hours.isEmpty && !points.isEmpty)
            #expect(points.seconds == whole.filter { !hours.contains(Hour(containing: Sample.time(Double($0)))) })
            #expect(try Set(store.verify().damaged.map(\.first)) == Set(damaged.map(\.first)))
        }
    }

    @Test(
        "verification finds damage and continues",
        arguments: ["segment", "device", "outline", "recent", "occurrence", "late_run", "identity"])
    func check(table: String) throws {
        for page in try pages(of: table, "leaf") + pages(of: table, "internal") {
            let faults = try copy(spoiling: page).verify().issues
            #expect(!faults.isEmpty && !faults.contains { $0.contains("\n") })
        }
    }

    @Test("damaged device names do not lose points")
    func names() throws {
        for page in try pages(of: "device", "leaf") {
            var count = 0
            #expect(try copy(spoiling: page).forEachPoint(.all) { _ in count += 1 } == [])
            #expect(count == 1440)
        }
    }

    @Test(
        "pages of noise are reported wherever they are, and the file stays", arguments: 1...12 as ClosedRange<UInt64>)
    func noise(seed: UInt64) throws {
        try spoil("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try directory.bytes("history.db")
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<Int.random(in: 1...30, using: &numbers) {
            bytes[Int.random(in: 100..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
        }
        try directory.write("noise.db", bytes)
        // Any result or error is valid, but never more points than there were.
        let store = try? SQLiteHistory(path: directory.file("noise.db"), access: .readWrite)
        var count = 0
        _ = try? store?.forEachPoint(.all) { _ in count += 1 }
        #expect(count <= 1440)
        _ = try? store?.forEachOutline(.all) { _ in }
        _ = try? store?.neighbours(of: Sample.time(5000), device: nil)
        _ = try? store?.info()
        _ = try? store?.newestTime()
        _ = try? store?.identity()
        _ = try? store?.lateRuns(after: 0, limit: .max)
        var events = 0
        try? store?.forEachPlaceEvent(.all, place: nil) { _ in events += 1 }
        #expect(events <= 1440)
        _ = try? store?.append(try Sample.points(14_400..<14_500))
        _ = try? store?.append(try Sample.points([5, 25]))
        _ = try? store?.seal(before: Sample.time(14_400))
        if let check = try? store?.verify(), count < 1440 { #expect(!check.isGood || check.fixes > 0) }
        #expect(directory.names.contains("noise.db"))
    }
}
