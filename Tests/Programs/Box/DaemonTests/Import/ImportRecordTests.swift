import Basics
import CommandLine
import History
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// What an import leaves in the history, so that it can be undone.
struct ImportRecordTests {
    private func history(_ imported: Imported) throws -> SQLiteHistory {
        try SQLiteHistory(path: imported.directory.path + "/state/history.db", access: .readWrite)
    }

    /// The lines of a list of imports.
    private func list(_ imported: Imported) throws -> [String] {
        try history(imported).importList().map { record in
            let file = record.file.replacing(imported.directory.path + "/", with: "")
            return "\(record.id) \(file) \(record.fileCount) \(record.format) \(record.points)"
        }
    }

    @Test("all files of one run are one import, and known points belong to the earlier one")
    func files() throws {
        let imported = try Imported()
        let walk = try Imported.walk(300)
        try imported.write("a.gpx", Array(walk[..<200]), by: GPXEncoder())
        try imported.write("b.csv", Array(walk[100...]), by: CSVEncoder())
        try imported.write("c.txt", "nothing")
        #expect(try imported.code(["a.gpx", "b.csv", "c.txt"]) == .failure)
        #expect(try imported.run("b.csv"))
        #expect(try list(imported) == ["1 a.gpx 2 GPX, CSV 300", "2 b.csv 1 CSV 0"])
        #expect(try history(imported).importList()[0].started == Imported.start + .seconds(86_400 * 365))
        #expect(try history(imported).undoImport(1).points == 300)
        #expect(try imported.points().isEmpty)
        #expect(try imported.run("b.csv"))
        #expect(try list(imported) == ["2 b.csv 1 CSV 0", "3 b.csv 1 CSV 200"])
    }

    @Test("a dry run, and files without points, are no imports")
    func nothing() throws {
        let imported = try Imported()
        try imported.write("a.gpx", try Imported.walk(10), by: GPXEncoder())
        try imported.write("b.gpx", "<gpx></gpx>")
        #expect(try imported.code(["b.gpx"]) == .nothingKnown)
        imported.isDryRun = true
        #expect(try imported.run("a.gpx"))
        #expect(try list(imported) == [])
    }

    @Test("a broken file can be undone, and an undo leaves what the daemon recorded at the same times")
    func broken() throws {
        let imported = try Imported()
        try imported.write("a.gpx", try Imported.walk(100), by: GPXEncoder())
        let bytes = try imported.directory.bytes("a.gpx")
        try imported.directory.write("a.gpx", Array(bytes.prefix(bytes.count / 2)))
        #expect(try !imported.run("a.gpx", device: "/dev/ttyUSB0"))
        let before = try imported.points()
        #expect(!before.isEmpty)
        let history = try history(imported)
        let recorded = try Imported.walk(200).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let added = try history.append(recorded)
        #expect(try history.undoImport(1).points == before.count)
        #expect(try imported.points().count == added)
    }
}
