import Basics
import Location
import SQLite
import Simulator
import TestSupport
import Testing

@testable import History

/// The runs of late points, which tell a reader what has come behind it.
struct LateRunTests {
    private let directory: ScratchDirectory
    private let path: String
    private let history: SQLiteHistory

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        history = try SQLiteHistory(path: path, access: .readWrite)
    }

    /// The ways to add points.
    enum Way: CaseIterable {
        case rows, bulk, sealed
    }

    private func add(_ seconds: some Sequence<Int>, device: String = Sample.device, by way: Way = .rows) throws {
        let points = try Sample.points(seconds, device: device)
        _ = try way == .bulk ? history.bulkAppend(points) : history.append(points)
        if way == .sealed { try history.seal(before: Timestamp(milliseconds: .max)) }
    }

    /// The runs as `first-last`, with the device unless it is the usual one.
    private func runs(after id: Int64 = 0, limit: Int = 100) throws -> [String] {
        try history.lateRuns(after: id, limit: limit).map { run in
            let span = [run.first, run.last].map { "\(($0 - Sample.start).milliseconds / 1000)" }
            return (run.device == Sample.device ? "" : "\(run.device) ") + span.joined(separator: "-")
        }
    }

    @Test("points in order of time are not late, and neither are the first ones", arguments: Way.allCases)
    func inOrder(way: Way) throws {
        try add([30, 10, 20], by: way)
        try add(stride(from: 40, to: 9000, by: 10), by: way)
        try add([9001, 9002], device: "other", by: way)
        #expect(try runs() == [])
        #expect(try history.lastLateRun() == 0)
    }

    @Test("late points of an append are one run of their device, in any order", arguments: Way.allCases)
    func late(way: Way) throws {
        try add([0, 100], by: way)
        try add([30, 10, 20, 110], by: way)
        try add([5, 100], device: "other", by: way)
        #expect(try runs() == ["10-30", "other 5-100"])
        #expect(try history.lateRuns(after: 0, limit: 9).map(\.id) == [1, 2])
    }

    @Test("a run ends at a point of the device that was stored before", arguments: Way.allCases)
    func interrupted(way: Way) throws {
        try add([0, 50, 100], by: way)
        try add([65], device: "other", by: way)
        try add([10, 40, 60, 70], by: way)
        #expect(try runs() == ["other 65-65", "10-40", "60-70"])
    }

    @Test("points that are stored already are not late, and end a run", arguments: Way.allCases)
    func duplicates(way: Way) throws {
        try add([0, 10, 20, 30], by: way)
        try add([0, 10, 20], by: way)
        #expect(try runs() == [])
        try add([5, 10, 15, 16], by: way)
        #expect(try runs() == ["5-5", "15-16"])
    }

    @Test("a run goes on in later hours, up to a stored point in any of them", arguments: Way.allCases)
    func hours(way: Way) throws {
        try add([100_000], by: way)
        try add([3590, 3610, 20_000, 50_000], by: way)
        #expect(try runs() == ["3590-50000"])
        try add([30_000, 40_010], device: "other", by: way)
        try add([20_100, 49_000], by: way)
        #expect(try runs(after: 1) == ["other 30000-40010", "20100-49000"])
        try add([3580, 3620, 30_000, 49_010, 60_000], by: way)
        #expect(try runs(after: 3) == ["3580-3580", "3620-3620", "30000-30000", "49010-49010", "60000-60000"])
    }

    @Test("a reader gets runs after a number, up to a limit")
    func pages() throws {
        try add([0, 100])
        for second in 1...5 { try add([second * 2]) }
        #expect(try runs(after: 1, limit: 2) == ["4-4", "6-6"])
        #expect(try runs(after: 5) == [])
        #expect(try runs(after: 0, limit: 0) == [])
        #expect(try SQLiteHistory(path: path, access: .readOnly).lateRuns(after: 3, limit: 9).map(\.id) == [4, 5])
    }

    @Test("trimmed and pruned runs are gone, and their numbers are never used again")
    func trims() throws {
        try add([0, 100])
        for second in [10, 20, 30] { try add([second]) }
        try history.trimLateRuns(upTo: 1)
        #expect(try runs() == ["20-20", "30-30"])
        #expect(try history.prune(before: Sample.time(25)) == 3)
        #expect(try runs() == ["30-30"])
        try history.trimLateRuns(upTo: .max)
        try history.vacuum()
        #expect(try history.lastLateRun() == 3)
        try add([40])
        #expect(try history.lateRuns(after: 3, limit: 9).map(\.id) == [4])
        _ = try history.apply(Retention(maxAge: .seconds(10)), at: Sample.time(55))
        #expect(try runs() == [])
    }

    @Test("a run that reaches beyond the pruned moment stays")
    func prunesPart() throws {
        try add([100])
        try add([10, 20, 30])
        _ = try history.prune(before: Sample.time(30))
        #expect(try runs() == ["10-30"])
    }

    @Test("beyond the maximum the oldest runs are joined under the newest number among them")
    func bound() throws {
        try add([1000])
        for second in [20, 10, 40] { try add([second]) }
        try add([50], device: "other")
        try history.lateRuns.joinOldest(keeping: 4)
        #expect(try runs() == ["20-20", "10-10", "40-40", "other 50-50"])
        try history.lateRuns.joinOldest(keeping: 3)
        #expect(try runs() == ["10-20", "40-40", "other 50-50"])
        #expect(try history.lateRuns(after: 1, limit: 9).map(\.id) == [2, 3, 4])
        try history.lateRuns.joinOldest(keeping: 1)
        #expect(try runs(after: 3) == [" 10-50"])
        #expect(try history.verify().isGood)
    }

    @Test("more than 10,000 runs of one append are joined too")
    func manyRuns() throws {
        try add(stride(from: 0, through: 30_000, by: 2))
        try add(stride(from: 1, through: 24_001, by: 2), by: .bulk)
        let runs = try history.lateRuns(after: 0, limit: .max)
        #expect(runs.count == 10_000)
        #expect(runs.last?.id == 12_001 && runs.first?.id == 2002)
        #expect(runs.first?.first == Sample.time(1) && runs.first?.last == Sample.time(4003))
        #expect(runs.first?.device == Sample.device)
    }

    @Test("the runs are those of a plain search, whatever the order", arguments: 1...12 as ClosedRange<UInt64>)
    func model(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var stored: [String: Set<Int>] = ["a": [], "b": []]
        for round in 0..<40 {
            let (start, step) = (Int.random(in: 0..<20_000, using: &numbers), Int.random(in: 1...900, using: &numbers))
            let device = Bool.random(using: &numbers) ? "a" : "b"
            let seconds = (0..<Int.random(in: 1...40, using: &numbers)).map { start + $0 * step }
            let newest = stored.values.flatMap { $0 }.max()
            let old = stored[device, default: []]
            var expected: [String] = []
            var run: (Int, Int)?
            for second in Array(Set(seconds).union(old)).sorted() {
                let isLate = !old.contains(second) && newest.map { second <= $0 } ?? false
                if isLate { run = (run?.0 ?? second, second) }
                if !isLate, let ended = run {
                    expected.append("\(device) \(ended.0)-\(ended.1)")
                    run = nil
                }
            }
            if let run { expected.append("\(device) \(run.0)-\(run.1)") }
            let last = try history.lastLateRun()
            try add(seconds.shuffled(using: &numbers), device: device, by: round.isMultiple(of: 3) ? .bulk : .rows)
            try #require(try runs(after: last, limit: .max) == expected)
            stored[device] = old.union(seconds)
            #expect(try history.newestTime() == stored.values.flatMap { $0 }.max().map { Sample.time(Double($0)) })
            if round.isMultiple(of: 4) {
                try history.seal(before: Sample.time(Double.random(in: 0...60_000, using: &numbers)))
            }
        }
        #expect(try history.verify().isGood)
    }
}
