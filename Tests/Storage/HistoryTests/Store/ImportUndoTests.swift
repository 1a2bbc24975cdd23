import Basics
import Location
import SQLite
import Simulator
import TestSupport
import Testing

@testable import History

/// Imports that are undone: exactly the points that they added go.
struct ImportUndoTests {
    private let directory: ScratchDirectory
    private let path: String
    private let history: SQLiteHistory

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        history = try SQLiteHistory(path: path, access: .readWrite)
    }

    /// Imports points at these seconds; returns the number of the import.
    private func load(_ seconds: some Sequence<Int>, _ file: String = "a.gpx", device: String = "import") throws
        -> Int64
    {
        let id = try history.recordImport(nil, source: file, format: "GPX", at: Sample.time(-10))
        _ = try history.bulkAppend(try Sample.points(seconds, device: device), of: id)
        return id
    }

    private func seconds(_ device: String = "import") throws -> [Int] {
        try history.points(PointQuery(device: device)).seconds
    }

    /// Undoes an import; returns the number of removed points.
    private func undo(_ id: Int64) throws -> Int {
        let expected = try history.previewUndo(id)
        let undone = try history.undoImport(id)
        #expect(undone == expected)
        #expect(try history.verify().isGood)
        return undone.points
    }

    @Test("imports are listed with their first file, their formats, their time and their points")
    func lists() throws {
        let id = try load(0..<10)
        #expect(try history.recordImport(id, source: "b.kml", format: "KML", at: Sample.start) == id)
        #expect(try history.recordImport(id, source: nil, format: "GPX", at: Sample.start) == id)
        _ = try history.bulkAppend(try Sample.points(5..<20), of: id)
        #expect(
            try history.importList() == [
                HistoryImport(
                    id: 1, started: Sample.time(-10), file: "a.gpx", fileCount: 2, format: "GPX, KML", points: 25,
                    remaining: 25)
            ])
        #expect(try history.importRecord(1) == history.importList()[0])
        #expect(try history.importRecord(2) == nil)
    }

    @Test("an undo removes what was added, and leaves what was there, across hours and in rows")
    func undoes() throws {
        _ = try history.append(try Sample.points(stride(from: 0, to: 10_000, by: 300), device: "import"))
        try history.seal(before: Sample.time(7200))
        let before = try history.points()
        let id = try load(stride(from: 0, to: 12_000, by: 100))
        #expect(try history.importRecord(id)?.points == 86)
        #expect(try undo(id) == 86)
        #expect(try history.points() == before)
        #expect(try history.importList() == [])
        #expect(try history.undoImport(id) == UndoneImport())
    }

    @Test("points at the borders of an hour, and a whole hour, are removed with their summaries and the unused device")
    func borders() throws {
        _ = try history.append(try Sample.points([3599, 7200]))
        let id = try load([0, 3599, 3600, 7199, 7200])
        try history.summarise(from: Sample.start, before: Sample.time(9000))
        #expect(try undo(id) == 5)
        #expect(try history.deviceNames() == [Sample.device])
        #expect(try history.points().seconds == [3599, 7200])
    }

    @Test("a point of two imports belongs to the first")
    func shared() throws {
        let (first, second) = (try load(0..<100), try load(50..<150, "b.gpx"))
        #expect(try history.importList().map(\.points) == [100, 50])
        #expect(try undo(second) == 50)
        #expect(try seconds() == Array(0..<100))
        let third = try load(50..<150)
        #expect(third > second)
        #expect(try undo(first) == 100)
        #expect(try seconds() == Array(100..<150))
        #expect(try undo(third) == 50)
        #expect(try history.info().fixes == 0)
    }

    @Test("a second import of the same points adds nothing, and undoing it removes nothing")
    func repeated() throws {
        let (first, second) = (try load(0..<100), try load(0..<100))
        #expect(try history.importList().map(\.remaining) == [100, 0])
        #expect(try undo(second) == 0)
        #expect(try undo(first) == 100)
    }

    @Test("what was recorded between the points, then or later, stays", arguments: [true, false])
    func recorded(isSealed: Bool) throws {
        _ = try history.append(try Sample.points([5, 15], device: "import"))
        let id = try load(stride(from: 0, to: 100, by: 10))
        if isSealed { try history.seal(before: Sample.time(4000)) }
        _ = try history.append(try Sample.points([10, 25, 35], device: "import"))
        if isSealed { try history.seal(before: Sample.time(4000)) }
        #expect(try undo(id) == 10)
        #expect(try seconds() == [5, 15, 25, 35])
    }

    @Test("points that were pruned or thinned, and came back by another import, stay")
    func pruned() throws {
        let id = try load(0..<7200)
        #expect(try history.prune(PointQuery(from: Sample.time(100), to: Sample.time(3700), device: "import")) == 3601)
        #expect(try history.importRecord(id)?.remaining == 3599)
        let rule = ThinningRule(age: .zero, movingInterval: .seconds(10), stationaryInterval: .seconds(10))
        while try !history.apply(Retention(thinning: [rule]), at: Sample.time(3601)) {}
        #expect(try history.importRecord(id)?.remaining == 10 + 3499)
        let again = try load(0..<200)
        #expect(try history.importRecord(again)?.points == 190)
        #expect(try undo(id) == 3509)
        #expect(try seconds() == Array(0..<200).filter { $0 % 10 > 0 || $0 >= 100 })
        #expect(try history.prune(before: Sample.time(150)) == 140)
        #expect(try undo(again) == 50)
    }

    @Test("an import that was killed half-way is listed and can be undone")
    func killed() throws {
        let id = try load(0..<100)
        _ = try SQLiteHistory(path: path, access: .readWrite).bulkAppend(
            try Sample.points(100..<5000, device: "import"), of: id)
        let reopened = try SQLiteHistory(path: path, access: .readWrite)
        #expect(try reopened.importList().map(\.points) == [5000])
        #expect(try reopened.undoImport(id).points == 5000)
    }

    @Test("an undo goes on after it was killed, and reports its progress")
    func resumes() throws {
        let id = try load((0..<100_000).lazy.map { $0 * 2 })
        let copy = directory.file("killed.db")
        var steps: [Int] = []
        _ = try history.undoImport(id) { count in
            steps.append(count)
            guard steps.count == 2 else { return }
            for suffix in ["", "-wal"] {
                try? directory.write("killed.db" + suffix, directory.bytes("history.db" + suffix))
            }
        }
        #expect(steps.last == 100_000 && steps.count > 3 && steps == steps.sorted())
        let killed = try SQLiteHistory(path: copy, access: .readWrite)
        #expect(try killed.importList().map(\.remaining) == [100_000 - steps[1]])
        #expect(try killed.undoImport(id).points == 100_000 - steps[1])
        #expect(try killed.info().fixes == 0 && killed.importList() == [])
        #expect(try killed.verify().isGood)
    }

    @Test("an import that is undone while it runs ends with an error, and adds nothing more")
    func meanwhile() throws {
        let id = try load(0..<10)
        _ = try SQLiteHistory(path: path, access: .readWrite).undoImport(id)
        #expect(throws: HistoryError.undone(path: path)) {
            try history.bulkAppend(try Sample.points(0..<10), of: id)
        }
        #expect(try history.info().fixes == 0)
    }

    @Test("a reader with the file open does not take a new device for one that an undo removed")
    func reader() throws {
        _ = try history.append(try Sample.points([0]))
        let id = try load(0..<10)
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        #expect(try reader.points(PointQuery(from: Sample.time(1))).first?.fix.device == "import")
        _ = try undo(id)
        _ = try history.append(try Sample.points([20], device: "bike"))
        #expect(try reader.points(PointQuery(from: Sample.time(1))).map(\.fix.device) == ["bike"])
        #expect(try reader.points(PointQuery(device: "import")) == [])
    }

    /// The late runs after a number, in seconds.
    private func runs(after id: Int64 = 0) throws -> [ClosedRange<Double>] {
        try history.lateRuns(after: id, limit: 9).map {
            ($0.first - Sample.start).inSeconds...($0.last - Sample.start).inSeconds
        }
    }

    @Test("those who have read points that were removed go back to before them, and what is added there is not late")
    func late() throws {
        _ = try history.append(try Sample.points([0]))
        let id = try load([100, 200])
        #expect(try undo(id) == 2)
        #expect(try history.newestTime() == Sample.start)
        #expect(try runs() == [0.001...200])
        _ = try load([50, 150, 300])
        #expect(try runs(after: 1) == [])
        _ = try history.prune(PointQuery(from: Sample.time(250)))
        #expect(try runs(after: 1) == [150.001...300])
        _ = try history.append(try Sample.points([290, 310]))
        #expect(try history.lastLateRun() == 2)
    }

    @Test("after points of the future were removed, what is recorded is not late", arguments: [true, false])
    func future(isUndo: Bool) throws {
        _ = try history.append(try Sample.points([0]))
        let id = try load([1_000_000])
        let removed = try isUndo ? undo(id) : history.prune(PointQuery(from: Sample.time(50)))
        #expect(removed == 1)
        for second in 1...5 { _ = try history.append(try Sample.points([second * 10])) }
        #expect(try runs() == [0.001...1_000_000])
        #expect(try history.verify().isGood)
    }

    @Test("a removal that was killed is recorded with the next points")
    func killedRemoval() throws {
        _ = try history.append(try Sample.points([0]))
        try history.connection.execute("INSERT INTO removal VALUES(\(Sample.time(500).milliseconds))")
        _ = try history.append(try Sample.points([10]))
        _ = try history.append(try Sample.points([20]))
        #expect(try runs() == [0.001...500])
    }

    @Test("where nothing is left, those who have read go back to the beginning; an older end removed changes nothing")
    func ends() throws {
        _ = try history.append(try Sample.points([0, 100]))
        _ = try history.prune(PointQuery(to: Sample.time(50)))
        #expect(try history.lastLateRun() == 0)
        _ = try history.prune(PointQuery())
        let run = try #require(try history.lateRuns(after: 0, limit: 9).first)
        #expect(run.first.milliseconds == 0 && run.last == Sample.time(100) && run.device.isEmpty)
    }

    @Test("a damaged list of an import's points stays, and the import cannot go on")
    func damagedList() throws {
        let id = try load(0..<10)
        try history.connection.execute("UPDATE import_hour SET blob = zeroblob(9)")
        #expect(throws: HistoryError.damagedImport(path: path)) {
            try history.bulkAppend(try Sample.points(5..<20, device: "import"), of: id)
        }
        #expect(try seconds() == Array(0..<10))
        #expect(try history.connection.integer("SELECT count(*) FROM import_hour WHERE blob = zeroblob(9)") == 1)
        #expect(try history.undoImport(id).damaged.count == 1 && history.importList().count == 1)
        let next = try load(5..<20)
        #expect(try history.undoImport(next).points == 10 && seconds() == Array(0..<10))
    }

    @Test("a damaged segment keeps its points and their import; damaged times are reported")
    func damaged() throws {
        let id = try load(0..<7200)
        try history.connection.execute(
            "UPDATE segment SET blob = zeroblob(9) WHERE start >= \(Sample.time(3600).milliseconds)")
        let undone = try history.undoImport(id)
        #expect(undone.points == 3600 && undone.damaged.map(\.first) == [Sample.time(3600)])
        #expect(try history.importList().map(\.remaining) == [3600])
        try history.connection.execute(
            "UPDATE import_hour SET blob = zeroblob(9); INSERT INTO import_hour VALUES(7, 1, 1, 1, x'00')")
        #expect(try history.verify().issues == ["\(path): invalid times of imported points: 2 hours"])
        #expect(try history.undoImport(id).damaged.map(\.reason) == ["damaged list of imported points"])
        #expect(try history.importList().count == 1)
    }

    @Test("an older file has no imports, and a list of imports without points does not grow without a limit")
    func limits() throws {
        for _ in 0..<1010 { _ = try history.recordImport(nil, source: "a", format: "GPX", at: Sample.start) }
        let kept = try load(0..<10)
        for _ in 0..<1010 { _ = try history.recordImport(nil, source: "a", format: "GPX", at: Sample.start) }
        #expect(try history.importList().count == 1001 && history.importList().first?.id == kept)
        try history.connection.execute("PRAGMA user_version = 4")
        let reader = try SQLiteHistory(path: path, access: .readOnly)
        #expect(try reader.importList() == [] && reader.importRecord(kept) == nil && reader.verify().isGood)
    }
}
