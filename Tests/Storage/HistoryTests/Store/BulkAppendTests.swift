import Basics
import Location
import TestSupport
import Testing

@testable import History

/// Bulk insertion: consecutive points, of which an hour has several segments.
struct BulkAppendTests {
    private let directory: ScratchDirectory
    private let history: SQLiteHistory

    init() throws {
        directory = try ScratchDirectory()
        history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
    }

    private func points(_ tenths: Range<Int>) throws -> [TrackPoint] {
        try tenths.map { try Sample.point(Double($0) / 10) }
    }

    private func times() throws -> [Int64] {
        var times: [Int64] = []
        #expect(try history.forEachPoint(.all) { times.append($0.timestamp.milliseconds) }.isEmpty)
        return times
    }

    @Test(
        "consecutive points become a segment of their own if large enough, else a part of the last one",
        arguments: [
            ([2000, 4000], 2), ([2000, 2500], 1), ([2000, 4000, 4500], 2), ([500, 900], 1), ([34_000, 37_000], 3),
        ])
    func goesOn(ends: [Int], segments: Int) throws {
        var start = 0
        for end in ends {
            #expect(try history.bulkAppend(points(start..<end)) == end - start)
            start = end
        }
        #expect(try history.info().segments == segments)
        #expect(try times() == points(0..<start).map(\.timestamp.milliseconds))
        #expect(try history.verify().isGood)
    }

    @Test("an import receives which of its points were added: the first one of each new time")
    func received() throws {
        _ = try history.bulkAppend(points(0..<10))
        let id = try history.recordImport(nil, source: "a.gpx", format: "GPX", at: Sample.start)
        let given = try points(5..<20) + points(15..<20)
        var hours: [(points: [TrackPoint], added: [Timestamp])] = []
        let count = try history.bulkAppend(given, of: id) { hours.append((points: $0, added: $1)) }
        #expect(count == 10 && hours.count == 1)
        #expect(hours.first?.points.map(\.timestamp) == given.map(\.timestamp))
        #expect(try hours.first?.added == points(10..<20).map(\.timestamp))
    }

    @Test("overlapping, repeated and unsorted points are stored once")
    func overlaps() throws {
        _ = try history.bulkAppend(points(0..<2000))
        _ = try history.bulkAppend(points(3000..<5000))
        #expect(try history.bulkAppend(points(1500..<3500)) == 1000)
        #expect(try history.bulkAppend(points(0..<5000)) == 0)
        #expect(try history.bulkAppend(points(5000..<7000).reversed()) == 2000)
        #expect(try times() == points(0..<7000).map(\.timestamp.milliseconds))
        #expect(try history.verify().isGood)
    }
}
