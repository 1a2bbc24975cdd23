import Basics
import Location
import SQLite
import Simulator
import TestSupport
import Testing

@testable import History

/// Imports, undos and removals in any order, compared with sets.
struct ImportModelTests {
    private struct Key: Hashable {
        let second: Int
        let device: String
    }

    @Test("any sequence removes what each import added", arguments: 1...6 as ClosedRange<UInt64>)
    func sequence(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        var owners: [Key: Int64] = [:]
        var imports: Set<Int64> = []
        for _ in 0..<60 {
            let start = Int.random(in: 0..<15_000, using: &numbers)
            let step = Int.random(in: 1...200, using: &numbers)
            let device = Bool.random(using: &numbers) ? "first" : "second"
            let keys = (0..<Int.random(in: 0...80, using: &numbers)).map {
                Key(second: start + $0 * step, device: device)
            }
            let points = try Sample.points(keys.map(\.second).shuffled(using: &numbers), device: device)
            switch Int.random(in: 0...9, using: &numbers) {
            case 0...1:
                _ = try history.append(points)
                for key in keys where owners[key] == nil { owners[key] = 0 }
            case 2...5:
                let id = try history.recordImport(
                    imports.randomElement(using: &numbers), source: "a", format: "GPX", at: Sample.start)
                imports.insert(id)
                _ = try history.bulkAppend(points, of: id)
                for key in keys where owners[key] == nil { owners[key] = id }
            case 6: try history.seal(before: Sample.time(Double(start)))
            case 7 where Bool.random(using: &numbers):
                let end = start + step * 10
                let removed = try history.prune(
                    PointQuery(from: Sample.time(Double(start)), to: Sample.time(Double(end)), device: device))
                let gone = owners.filter { $0.key.device == device && (start...end).contains($0.key.second) }
                #expect(removed == gone.count)
                for key in gone.keys { owners[key] = nil }
            default:
                guard imports.count > 2, let id = imports.randomElement(using: &numbers) else { continue }
                #expect(try history.undoImport(id).points == owners.filter { $0.value == id }.count)
                owners = owners.filter { $0.value != id }
                imports.remove(id)
            }
            for name in ["first", "second"] {
                let seconds = try history.points(PointQuery(device: name)).seconds
                try #require(seconds == owners.keys.filter { $0.device == name }.map(\.second).sorted())
            }
        }
        for record in try history.importList() {
            #expect(record.remaining == owners.filter { $0.value == record.id }.count)
        }
        #expect(try history.verify().isGood)
    }
}
