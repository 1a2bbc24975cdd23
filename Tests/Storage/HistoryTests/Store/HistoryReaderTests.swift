import Basics
import Location
import SQLite
import TestSupport
import Testing

@testable import History

/// What a program that follows a history needs besides its points.
struct HistoryReaderTests {
    private let directory: ScratchDirectory
    private let path: String
    private let history: SQLiteHistory

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        history = try SQLiteHistory(path: path, access: .readWrite)
    }

    @Test("the newest time is that of any device, sealed or not")
    func newest() throws {
        #expect(try history.newestTime() == nil)
        _ = try history.append(Sample.points([10, 7000]) + Sample.points([7100], device: "other"))
        #expect(try history.newestTime() == Sample.time(7100))
        try history.seal(before: Sample.time(7200))
        #expect(try history.newestTime() == Sample.time(7100))
        _ = try history.append(Sample.points([7050], device: "third"))
        #expect(try history.newestTime() == Sample.time(7100))
        _ = try history.append(Sample.points([7150], device: "third"))
        #expect(try history.newestTime() == Sample.time(7150))
        _ = try history.append(Sample.points([9000]))
        #expect(try SQLiteHistory(path: path, access: .readOnly).newestTime() == Sample.time(9000))
        _ = try history.prune(before: Sample.time(10_000))
        #expect(try history.newestTime() == nil)
    }

    @Test("an identity stays with its file, and no other file has it")
    func identity() throws {
        let identity = try #require(try history.identity())
        #expect(identity.count == 32 && identity.allSatisfy { "0123456789abcdef".contains($0) })
        try history.vacuum()
        #expect(try SQLiteHistory(path: path, access: .readWrite).identity() == identity)
        #expect(try SQLiteHistory(path: path, access: .readOnly).identity() == identity)
        #expect(try SQLiteHistory(path: directory.file("other.db"), access: .readWrite).identity() != identity)
    }

    @Test("a snapshot shows one state, whatever is written meanwhile")
    func snapshot() throws {
        _ = try history.append(Sample.points([100]))
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        try reader.snapshot {
            #expect(try reader.newestTime() == Sample.time(100))
            _ = try history.append(Sample.points([50, 200]))
            #expect(try reader.lateRuns(after: 0, limit: 9) == [])
            #expect(try reader.lastLateRun() == 0)
            #expect(try reader.points().seconds == [100])
        }
        #expect(try reader.newestTime() == Sample.time(200))
        #expect(try reader.lateRuns(after: 0, limit: 9).map(\.first) == [Sample.time(50)])
    }

    @Test("points in order of time cost no page besides those of their rows")
    func cost() throws {
        let twin = try SQLiteHistory(path: directory.file("twin.db"), access: .readWrite)
        for history in [history, twin] {
            _ = try history.append(try Sample.points(0..<3700))
            try history.seal(before: Sample.time(3600))
        }
        for start in stride(from: 3700, to: 3900, by: 10) {
            for history in [history, twin] { try history.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
            let points = try Sample.points(start..<start + 10)
            #expect(try history.append(points) == 10)
            try twin.write { for point in points { _ = try twin.recent.insert(point, device: 1) } }
            #expect(try directory.bytes("history.db-wal").count == directory.bytes("twin.db-wal").count)
        }
    }
}
