import History
import Location
import Simulator
import TestSupport
import Testing

/// A database behaves like a store in memory, whatever the sequence of operations.
struct HistoryModelTests {
    private enum Step: CaseIterable {
        case append, append2, load, seal, prune, reopen
    }

    private let directory: ScratchDirectory
    private let model = MemoryHistory()

    init() throws {
        directory = try ScratchDirectory()
    }

    private func open() throws -> SQLiteHistory {
        try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
    }

    private func points(_ numbers: inout SeededGenerator) throws -> [TrackPoint] {
        let start = Int.random(in: 0..<20_000, using: &numbers)
        let step = Int.random(in: 1...400, using: &numbers)
        let device = Bool.random(using: &numbers) ? "first" : "second"
        let seconds = (0..<Int.random(in: 0...60, using: &numbers)).map { start + $0 * step }
        return try Sample.points(seconds.shuffled(using: &numbers), device: device)
    }

    private func query(_ numbers: inout SeededGenerator) -> PointQuery {
        let from = Double.random(in: -1000...30_000, using: &numbers)
        let length = Double.random(in: 0...20_000, using: &numbers)
        return PointQuery(
            from: Sample.time(from), to: Sample.time(from + length),
            device: [nil, "first"].randomElement(using: &numbers) ?? nil)
    }

    @Test("the same operations have the same results", arguments: 1...6 as ClosedRange<UInt64>)
    func same(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var store = try open()
        for _ in 0..<60 {
            let moment = Sample.time(Double.random(in: 0...30_000, using: &numbers))
            switch Step.allCases.randomElement(using: &numbers) ?? .append {
            case .append, .append2:
                let points = try points(&numbers)
                #expect(try store.append(points) == model.append(points))
            case .load:
                let points = try points(&numbers)
                #expect(try store.bulkAppend(points) == model.bulkAppend(points))
            case .seal: try store.seal(before: moment)
            case .prune where numbers.next().isMultiple(of: 4):
                #expect(try store.prune(before: moment) == model.prune(before: moment))
            case .prune: break
            case .reopen: store = try open()
            }
            let query = query(&numbers)
            try #require(try store.points(query) == model.points(query))
            let (mine, its) = (
                try store.neighbours(of: moment, device: "first"), model.neighbours(of: moment, device: "first")
            )
            #expect(mine == its)
        }
        #expect(try store.points() == model.points())
        let check = try store.verify()
        #expect(check.isGood && check.fixes == model.info().fixes)
        #expect(try store.info().gaps == model.info().gaps)
    }
}
